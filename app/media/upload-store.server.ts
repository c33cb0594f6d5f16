import { FileStore } from "@tus/file-store";
import { createWriteStream, mkdirSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type UploadStore = ReturnType<typeof openUploadStore>;

/** Where files lie while they come in. Every node of the shop must see the same folder. */
export function openUploadStore(dataDir: string) {
  return new DiskUploadStore(join(dataDir, "uploads"));
}

/** tus's files on disk, without what the shop doesn't offer, and with errors that keep their cause (a full disk). */
class DiskUploadStore extends FileStore {
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super({ directory });
    this.extensions = ["creation", "creation-with-upload", "termination"];
  }

  /** Where an upload's file lies. */
  pathOf(id: string): string {
    return join(this.directory, id);
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.pathOf(id), { flags: "r+", start: offset });
    await pipeline(source, file);
    return offset + file.bytesWritten;
  }

  /**
   * The store for a PATCH that writes from `offset`: bytes that are there already may come again. tus would answer
   * 409, but browsers send a request again by themselves when a kept connection breaks before its answer: this way
   * that second sending is the one that counts.
   */
  writingFrom(offset: number): DiskUploadStore {
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

  /** Uploads whose files were last written more than an hour ago. */
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
