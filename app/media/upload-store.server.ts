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
   * The store for a PATCH at `offset`, which may be below the stored length: the bytes are overwritten. tus would respond
   * 409, but browsers repeat a request themselves when a keep-alive connection breaks before the response.
   */
  writingFrom(offset: number): DataStore;
  /** Runs `work` with the path of a file that holds the upload's bytes; it must not modify the file. */
  withFile<T>(id: string, work: (filePath: string) => Promise<T>): Promise<T>;
  /** Ids of uploads last written more than an hour ago. */
  quietUploads(): Promise<string[]>;
}

/** tus's FileStore with only the extensions that the shop offers, and with the original error codes (ENOSPC on a full disk). */
export class DiskUploadStore extends FileStore implements UploadStore {
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super({ directory });
    this.extensions = ["creation", "creation-with-upload", "termination"];
  }

  /** Not #private: `writingFrom` returns objects with this one as prototype, which have no private members. */
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

  /** Idempotent. */
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
