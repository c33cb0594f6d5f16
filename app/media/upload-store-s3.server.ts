import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DataStore, ERRORS, Upload } from "@tus/server";
import type { S3 } from "./s3.server.ts";
import type { UploadStore } from "./upload-store.server.ts";

/**
 * An object in S3 cannot be appended to, so each request stores its bytes as parts: of at least this size, and a last one
 * with the rest.
 */
const PART_BYTES = 1_048_576;
const UPLOADS = "uploads/";

/** A part of a file: its bytes from `start` up to, but not including, `end`. */
type Part = { key: string; start: number; end: number };

/**
 * Unfinished uploads in the shared bucket, so that any node can continue them. An upload consists of the objects
 * `uploads/{id}/size-{bytes}` and `uploads/{id}/part-{start}-{end}`: a listing gives its progress.
 */
export class S3UploadStore extends DataStore implements UploadStore {
  override extensions = ["creation", "creation-with-upload", "termination"];
  readonly #s3: S3;
  /** Temporary folder for complete files while they are decoded. */
  readonly #folder: string;

  constructor(s3: S3, folder: string) {
    super();
    this.#s3 = s3;
    this.#folder = folder;
  }

  override async create(upload: Upload): Promise<Upload> {
    const key = `${UPLOADS}${upload.id}/size-${upload.size}`;
    await this.#s3.put(key, new Uint8Array(), "application/octet-stream");
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, parts } = await this.#readState(id);
    return new Upload({ id, size, offset: parts.at(-1)?.end ?? 0 });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    let start = offset;
    let buffered: Uint8Array[] = [];
    let length = 0;
    const flush = async () => {
      if (length === 0) return;
      const content = Buffer.concat(buffered, length);
      buffered = [];
      length = 0;
      await this.#s3.put(
        `${UPLOADS}${id}/part-${start}-${start + content.length}`,
        content,
        "application/octet-stream",
      );
      start += content.length;
    };
    try {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        buffered.push(chunk);
        length += chunk.length;
        if (length >= PART_BYTES) await flush();
      }
    } finally {
      // Stores the bytes that arrived before a broken connection, too.
      await flush();
    }
    return start;
  }

  writingFrom(offset: number): DataStore {
    return Object.assign(Object.create(this) as DataStore, {
      create: (upload: Upload) => this.create(upload),
      write: (source: Readable, id: string, from: number) => this.write(source, id, from),
      getUpload: async (id: string) => {
        const upload = await this.getUpload(id);
        if (offset >= 0 && offset < upload.offset) upload.offset = offset;
        return upload;
      },
    });
  }

  async withFile<T>(id: string, work: (filePath: string) => Promise<T>): Promise<T> {
    const { parts } = await this.#readState(id);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const filePath = join(this.#folder, `${id}.${randomUUID()}`);
    try {
      await pipeline(
        Readable.from(this.#contentOf(parts)),
        createWriteStream(filePath, { flags: "wx", mode: 0o600 }),
      );
      return await work(filePath);
    } finally {
      await rm(filePath, { force: true });
    }
  }

  override async remove(id: string): Promise<void> {
    for (const { key } of await this.#s3.list(`${UPLOADS}${id}/`)) await this.#s3.remove(key);
  }

  async idleUploads(): Promise<string[]> {
    const anHourAgo = Date.now() - 3_600_000;
    const newest = new Map<string, number>();
    for (const { key, writtenAt } of await this.#s3.list(UPLOADS)) {
      const id = key.split("/")[1] ?? "";
      newest.set(id, Math.max(newest.get(id) ?? 0, writtenAt.getTime()));
    }
    return [...newest].filter(([, writtenAt]) => writtenAt < anHourAgo).map(([id]) => id);
  }

  /**
   * The declared size, and the parts that cover the file from byte 0 up to the first gap.
   * @throws FILE_NOT_FOUND when there is no upload
   */
  async #readState(id: string): Promise<{ size: number; parts: Part[] }> {
    let size: number | undefined;
    const found: Part[] = [];
    for (const { key } of await this.#s3.list(`${UPLOADS}${id}/`)) {
      const [, kind, first, second] = /\/(size|part)-(\d+)(?:-(\d+))?$/.exec(key) ?? [];
      if (kind === "size") size = Number(first);
      if (kind === "part") found.push({ key, start: Number(first), end: Number(second) });
    }
    if (size === undefined) throw ERRORS.FILE_NOT_FOUND;
    // Parts overlap when a browser repeated bytes after a broken connection.
    const parts: Part[] = [];
    let end = 0;
    for (const part of found.toSorted((one, other) => one.start - other.start)) {
      if (part.start > end || part.end <= end) continue;
      parts.push(part);
      end = part.end;
    }
    return { size, parts };
  }

  async *#contentOf(parts: Part[]): AsyncGenerator<Uint8Array> {
    let end = 0;
    for (const part of parts) {
      const content = await this.#s3.get(part.key);
      if (!content) throw ERRORS.FILE_NOT_FOUND;
      yield content.subarray(end - part.start);
      end = part.end;
    }
  }
}
