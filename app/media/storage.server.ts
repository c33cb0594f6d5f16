import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";

/**
 * Storage of picture files. The server generates the paths; an invalid path throws, or counts as missing for `find` and
 * `open`.
 */
export type Storage = {
  write(path: string, content: Uint8Array): Promise<void>;
  /** @throws with the code ENOENT when there is no such file */
  read(path: string): Promise<Uint8Array>;
  /** The file's size in bytes; null when there is no such file. */
  find(path: string): Promise<{ size: number } | null>;
  /** The file's size and a stream, which the caller must read or destroy; null when there is no such file. */
  open(path: string): Promise<{ stream: Readable; size: number } | null>;
  /** Removes the file if it exists. */
  remove(path: string): Promise<void>;
};

const STORED_PATH =
  /^(images|profil)\/[a-z0-9]{1,64}\/[A-Za-z0-9_-]{1,120}\.(jpg|png|webp)(\/(320|640|960)\.webp)?$/;

export const isStoredPath = (path: string) => STORED_PATH.test(path);

/**
 * The file name of a stored path. `…/a.jpg/320.webp` becomes `…/a.jpg@320.webp`, since the master `a.jpg` is a file, not a
 * folder.
 * @throws when the path is not valid
 */
export function fileNameOf(path: string): string {
  if (!isStoredPath(path)) throw new Error(`not a storage path: ${path}`);
  return path.replace(/\.(jpg|png|webp)\//, ".$1@");
}

/** Storage of picture files under a local folder. Writes are atomic: a temporary file is written, then renamed. */
export function diskStorage(root: string): Storage {
  const locate = (path: string) => join(root, fileNameOf(path));
  const find = async (path: string) => {
    const found = isStoredPath(path) ? await stat(locate(path)).catch(() => null) : null;
    return found?.isFile() ? { size: found.size } : null;
  };
  return {
    async write(path, content) {
      const target = locate(path);
      const draft = `${target}.${randomUUID()}`;
      await mkdir(dirname(target), { recursive: true });
      try {
        await writeFile(draft, content);
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    read: (path) => readFile(locate(path)),
    find,
    async open(path) {
      const found = await find(path);
      return found && { ...found, stream: createReadStream(locate(path)) };
    },
    remove: (path) => rm(locate(path), { force: true }),
  };
}
