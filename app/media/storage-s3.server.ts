import type { S3 } from "./s3.server.ts";
import { fileNameOf, isStoredPath, type Storage } from "./storage.server.ts";

const TYPES: Record<string, string> = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" };

/** Storage of picture files in a bucket that all nodes share, with the same names as on disk. */
export function s3Storage(s3: S3): Storage {
  return {
    write: (path, content) => s3.put(fileNameOf(path), content, TYPES[path.split(".").at(-1)!]!),
    async read(path) {
      const content = await s3.get(fileNameOf(path));
      if (!content) throw Object.assign(new Error(`no file ${path}`), { code: "ENOENT" });
      return content;
    },
    find: async (path) => (isStoredPath(path) ? s3.find(fileNameOf(path)) : null),
    open: async (path) => (isStoredPath(path) ? s3.open(fileNameOf(path)) : null),
    remove: (path) => s3.remove(fileNameOf(path)),
  };
}
