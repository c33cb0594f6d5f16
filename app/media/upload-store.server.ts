import { createWriteStream, mkdirSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import type { DataStore } from "@tus/server";

/** Storage of unfinished uploads, shared by all nodes. */
export interface UploadStore extends DataStore {
  /**
   * The store for a PATCH at `offset`. If `offset` is below the stored length, the bytes after it are overwritten instead of
   * refused with 409 as in tus: browsers repeat a request on their own when a keep-alive connection breaks before the
   * response.
   */
  writingFrom(offset: number): DataStore;
  /** Runs `work` with the path of a file with the upload's bytes. `work` must not modify the file. */
  withFile<T>(id: string, work: (filePath: string) => Promise<T>): Promise<T>;
  /** The ids of uploads that were last written more than an hour ago. */
  idleUploads(): Promise<string[]>;
}

/**
 * The FileStore of tus, with only the extensions that the shop offers. Its `write` throws the original errors (ENOSPC on a
 * full disk).
 */
export class DiskUploadStore extends FileStore implements UploadStore {
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super({ directory });
    this.extensions = ["creation", "creation-with-upload", "termination"];
  }

  /** Not #private: `writingFrom` returns an object whose prototype is this store, and such an object has no private members. */
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

  /** Removes the upload's file and its metadata file, if they exist. */
  override async remove(id: string): Promise<void> {
    await Promise.all([
      rm(this.pathOf(id), { force: true }),
      rm(`${this.pathOf(id)}.json`, { force: true }),
    ]);
  }

  async idleUploads(): Promise<string[]> {
    const anHourAgo = Date.now() - 3_600_000;
    const ids: string[] = [];
    for (const name of await readdir(this.directory)) {
      const file = await stat(join(this.directory, name)).catch(() => null);
      if (file && file.mtimeMs < anHourAgo) ids.push(name.replace(/\.json$/, ""));
    }
    return [...new Set(ids)];
  }
}
