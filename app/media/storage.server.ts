import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";

/** Where files lie. Paths are made by the server and checked here: never a name that a visitor chose. */
export type Storage = {
  write(path: string, content: Uint8Array): Promise<void>;
  /** @throws with the code ENOENT when there is no such file. */
  read(path: string): Promise<Uint8Array>;
  /** null when there is no such file. */
  find(path: string): Promise<{ size: number } | null>;
  /** A stream to be read or destroyed; null when there is no such file. */
  open(path: string): Promise<{ stream: Readable; size: number } | null>;
  remove(path: string): Promise<void>;
};

const STORED_PATH =
  /^(images|profil)\/[a-z0-9]{1,64}\/[A-Za-z0-9_-]{1,120}\.(jpg|png|webp)(\/(320|640|960)\.webp)?$/;

export const isStoredPath = (path: string) => STORED_PATH.test(path);

/**
 * The name of a path's file. A rendition lies beside its master: the master is a file, it can't be a folder too.
 * @throws when it is no path of a stored file.
 */
export function fileNameOf(path: string): string {
  if (!isStoredPath(path)) throw new Error(`not a storage path: ${path}`);
  return path.replace(/\.(jpg|png|webp)\//, ".$1@");
}

/** Files under one folder of this machine. A file appears whole or not at all. */
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
