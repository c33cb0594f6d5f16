import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";

/** Where files lie. Paths are made by the server and checked here: never a name that a visitor chose. */
export type Storage = {
  write(path: string, content: Uint8Array): Promise<void>;
  read(path: string): Promise<Uint8Array>;
  /** null when there is no such file. */
  open(path: string): Promise<{ stream: () => Readable; size: number } | null>;
  remove(path: string): Promise<void>;
};

const STORED_PATH =
  /^(images|profil)\/[a-z0-9]{1,64}\/[A-Za-z0-9_-]{1,120}\.(jpg|png|webp)(\/(320|640|960)\.webp)?$/;

/** Files under one folder of this machine. A file appears whole or not at all. */
export function diskStorage(root: string): Storage {
  const locate = (path: string) => {
    if (!STORED_PATH.test(path)) throw new Error(`not a storage path: ${path}`);
    // A rendition lies beside its master: the master is a file, it can't be a folder too.
    return join(root, path.replace(/\.(jpg|png|webp)\//, ".$1@"));
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
    async open(path) {
      if (!STORED_PATH.test(path)) return null;
      const target = locate(path);
      const found = await stat(target).catch(() => null);
      return found?.isFile() ? { size: found.size, stream: () => createReadStream(target) } : null;
    },
    remove: (path) => rm(locate(path), { force: true }),
  };
}
