import { FileStore } from "@tus/file-store";
import { createWriteStream, mkdirSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DataStore } from "@tus/server";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Where files lie while they come in; every node of the shop must see them. */
export interface UploadStore extends DataStore {
  /**
   * The store for a PATCH that writes from `offset`: bytes that are there already may come again. tus would answer
   * 409, but browsers send a request again by themselves when a kept connection breaks before its answer: this way
   * that second sending is the one that counts.
   */
  writingFrom(offset: number): DataStore;
  /** Does `work` on the upload's bytes in one file, that it may only read. */
  withFile<T>(id: string, work: (filePath: string) => Promise<T>): Promise<T>;
  /** Uploads whose bytes were last written more than an hour ago. */
  quietUploads(): Promise<string[]>;
}

/** tus's files on disk, without what the shop doesn't offer, and with errors that keep their cause (a full disk). */
export class DiskUploadStore extends FileStore implements UploadStore {
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super({ directory });
    this.extensions = ["creation", "creation-with-upload", "termination"];
  }

  /** No #private: `writingFrom` gives objects that inherit from this one. */
  protected pathOf(id: string): string {
    return join(this.directory, id);
  }

  withFile<T>(id: string, work: (filePath: string) => Promise<T>): Promise<T> {
    return work(this.pathOf(id));
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.pathOf(id), { flags: "r+", start: offset });
    await pipeline(source, file);
    return offset + file.bytesWritten;
  }

  writingFrom(offset: number): DataStore {
    return Object.assign(Object.create(this) as DiskUploadStore, {
      getUpload: async (id: string) => {
        const upload = await this.getUpload(id);
        if (offset >= 0 && offset < upload.offset) upload.offset = offset;
        return upload;
      },
    });
  }

  /** Doing it twice does no harm. */
  override async remove(id: string): Promise<void> {
    await Promise.all([
      rm(this.pathOf(id), { force: true }),
      rm(`${this.pathOf(id)}.json`, { force: true }),
    ]);
  }

  async quietUploads(): Promise<string[]> {
    const anHourAgo = Date.now() - 3_600_000;
    const ids: string[] = [];
    for (const name of await readdir(this.directory)) {
      const file = await stat(join(this.directory, name)).catch(() => null);
      if (file && file.mtimeMs < anHourAgo) ids.push(name.replace(/\.json$/, ""));
    }
    return [...new Set(ids)];
  }
}
