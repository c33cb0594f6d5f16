import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import sharp from "sharp";
import type { Storage } from "#app/media/storage.server.ts";

/** The address of a picture that this shop exported. Such a picture is stored unchanged, under the same path. */
const OWN = /^files\/((?:images|profil)\/[a-z0-9]{1,64}\/[\w-]{1,120}\.(?:jpg|png|webp))$/;
const FORMATS: Record<string, string> = { jpg: "jpeg", png: "png", webp: "webp" };
/** Formats accepted from other shops. No SVG, because it can contain scripts. */
const READABLE = new Set(["jpeg", "png", "webp", "gif", "heif"]);
/** Protects against decompression bombs. */
const PIXEL_LIMIT = 50_000_000;

export type StoredPicture = { path: string; width: number; height: number };
export type PictureSource = Awaited<ReturnType<typeof openPictures>>;

/**
 * Copies the documents' pictures from the import folder to the storage; nothing is downloaded. The file of an address is
 * looked up in `files.json` ({address: path in the folder}). If it is missing there, the file is `files/` + the address' URL
 * path; for the URL of a hosted storage, `files/` + the object name (`files/images/{uid}/{filename}`).
 */
export async function openPictures(folder: string, storage: Storage) {
  const root = resolve(folder);
  const mapFile = join(root, "files.json");
  const map = new Map(
    existsSync(mapFile)
      ? Object.entries(JSON.parse(await readFile(mapFile, "utf8")) as Record<string, string>)
      : [],
  );
  const written: string[] = [];

  function locate(address: string): string | null {
    const path = map.get(address) ?? pathOf(address);
    if (path === null) return null;
    const file = resolve(root, path);
    return file.startsWith(root + sep) && existsSync(file) ? file : null;
  }

  return {
    /** The storage path of one of the shop's own addresses, even if its file is missing; null for any other address. */
    ownPath: (address: string): string | null => OWN.exec(address)?.[1] ?? null,
    /**
     * Stores the picture, re-encoded as JPEG unless this shop exported it. `owner` is a product's or user's id: each owner
     * gets its own copy of a shared address. Null if the file is missing or not a picture.
     */
    async store(
      address: string,
      kind: "images" | "profil",
      owner: string,
    ): Promise<StoredPicture | null> {
      const file = locate(address);
      if (!file) return null;
      const own = OWN.exec(address)?.[1];
      const path = own ?? `${kind}/${hash(owner)}/${hash(address)}.jpg`;
      try {
        const known = await storage.find(path);
        const content = known
          ? await storage.read(path)
          : own
            ? await readFile(file)
            : await normalized(await readFile(file));
        const { width, height, format } = await sharp(content, {
          limitInputPixels: PIXEL_LIMIT,
        }).metadata();
        if (format !== FORMATS[path.split(".").at(-1)!]) return null;
        if (!known) {
          await storage.write(path, content);
          written.push(path);
        }
        return { path, width, height };
      } catch (error) {
        // A system error (disk full, permissions, too many open files) would affect every picture: abort the import.
        const { code } = error as NodeJS.ErrnoException;
        if (code !== undefined && code !== "ENOENT" && code !== "EISDIR" && code !== "ENAMETOOLONG")
          throw error;
        return null;
      }
    },
    /** Removes the pictures that this import stored; called after a rollback. */
    async removeWritten(): Promise<void> {
      for (const path of written.splice(0)) await storage.remove(path);
    },
    count: () => written.length,
  };
}

/** The picture as a JPEG: upright, with a white background, without metadata (EXIF). @throws when it is no accepted picture */
async function normalized(content: Uint8Array): Promise<Uint8Array> {
  const picture = sharp(content, { limitInputPixels: PIXEL_LIMIT });
  const { format } = await picture.metadata();
  if (!READABLE.has(format)) throw new Error(`not a picture to show: ${format}`);
  return picture.autoOrient().flatten({ background: "#fff" }).jpeg({ quality: 90 }).toBuffer();
}

function pathOf(address: string): string | null {
  if (address.startsWith("files/")) return address;
  const url = URL.parse(address);
  if (!url) return null;
  // Object URLs of a hosted storage: « …/o/images%2F{uid}%2F{filename}?alt=media&token=… ».
  const object = /\/o\/([^/]+)$/.exec(url.pathname)?.[1] ?? url.pathname.slice(1);
  try {
    return `files/${decodeURIComponent(object)}`;
  } catch {
    return null;
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
