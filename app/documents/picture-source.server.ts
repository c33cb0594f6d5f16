import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import sharp from "sharp";
import type { Storage } from "#app/media/storage.server.ts";

/** The shop's own address in a document: its picture goes back where it was, as it was. */
const OWN = /^files\/((?:images|profil)\/[a-z0-9]{1,64}\/[\w-]{1,120}\.(?:jpg|png|webp))$/;
const FORMATS: Record<string, string> = { jpg: "jpeg", png: "png", webp: "webp" };
/** What another shop's pictures may be; nothing that draws by itself (SVG). */
const READABLE = new Set(["jpeg", "png", "webp", "gif", "heif"]);
/** A picture of more pixels than this is refused rather than unpacked. */
const PIXEL_LIMIT = 50_000_000;

export type StoredPicture = { path: string; width: number; height: number };
export type PictureSource = Awaited<ReturnType<typeof openPictures>>;

/**
 * The pictures that documents name, taken from the folder `files/` beside them into the storage. An address is looked
 * up in `files.json` ({address: path in the folder}) first; one of a hosted storage lies where a copy of that storage
 * has it (`files/images/{uid}/{filename}`), any other one under `files/` by its path. Nothing is fetched.
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
    /** The path that an address of our own names, whether or not its file is there; null for any other address. */
    ownPath: (address: string): string | null => OWN.exec(address)?.[1] ?? null,
    /**
     * Stores the picture; `owner` (a product's or user's id) tells apart two that share an address. Null when its file
     * is missing or no picture.
     */
    async take(
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
            : await cleaned(await readFile(file));
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
        // What the machine refuses (no room, no right, too many files) would lose every picture one after the other.
        const { code } = error as NodeJS.ErrnoException;
        if (code !== undefined && code !== "ENOENT" && code !== "EISDIR" && code !== "ENAMETOOLONG")
          throw error;
        return null;
      }
    },
    /** Takes back what was stored: the import that named it doesn't stand. */
    async forget(): Promise<void> {
      for (const path of written.splice(0)) await storage.remove(path);
    },
    count: () => written.length,
  };
}

/** Upright, on white, without what the camera wrote into it. */
async function cleaned(content: Uint8Array): Promise<Uint8Array> {
  const picture = sharp(content, { limitInputPixels: PIXEL_LIMIT });
  const { format } = await picture.metadata();
  if (!READABLE.has(format)) throw new Error(`not a picture to show: ${format}`);
  return picture.autoOrient().flatten({ background: "#fff" }).jpeg({ quality: 90 }).toBuffer();
}

function pathOf(address: string): string | null {
  if (address.startsWith("files/")) return address;
  const url = URL.parse(address);
  if (!url) return null;
  // A hosted storage names its objects « …/o/images%2F{uid}%2F{filename}?alt=media&token=… ».
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
