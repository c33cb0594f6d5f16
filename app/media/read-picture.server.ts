import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import sharp from "sharp";
import { contentRefusal, SIGNATURE_LENGTH } from "./picture-type.ts";
import type { UploadKind } from "./upload-schema.ts";

const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 12_000;
/** The master that pages show at most, in pixels. */
const PRODUCT_SIDE = 2_000;
const AVATAR_SIDE = 512;
const QUALITY = 88;
const TOO_MANY_PIXELS = "12 000 pixels de côté et 50 millions au plus.";
/** Seconds after which a picture is given up. */
const MOST_SECONDS = 30;

type Read =
  | {
      kind: "picture";
      content: Uint8Array;
      extension: "jpg" | "webp";
      width: number;
      height: number;
      /** Of the file as it was sent. */
      sha256: string;
    }
  | { kind: "refused"; reason: string };

/** One picture at a time is unpacked: a few large ones at once would take all the memory. */
let turn: Promise<unknown> = Promise.resolve();

/** Reads a file that somebody sent as a picture, and writes it anew: no metadata, upright, at most as large as shown. */
export function readPicture(filePath: string, kind: UploadKind): Promise<Read> {
  const read = turn.then(() => unpack(filePath, kind));
  turn = read.catch(() => undefined);
  return read;
}

async function unpack(filePath: string, kind: UploadKind): Promise<Read> {
  const refused = (reason: string) => ({ kind: "refused", reason }) as const;
  // By its first bytes, before any decoder sees it: SVG and its like never get further.
  const refusal = contentRefusal(await beginningOf(filePath));
  if (refusal) return refused(refusal);
  try {
    const image = sharp(filePath, { limitInputPixels: MOST_PIXELS, failOn: "error" });
    const { width = 0, height = 0, hasAlpha } = await image.metadata();
    if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE)
      return refused(
        `cette image est trop grande (${width} × ${height} pixels). ${TOO_MANY_PIXELS}`,
      );
    const upright = image.autoOrient();
    const sized =
      kind === "avatar"
        ? upright.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: "cover" })
        : upright.resize(PRODUCT_SIDE, PRODUCT_SIDE, { fit: "inside", withoutEnlargement: true });
    const isClear = hasAlpha && kind === "product";
    const written = isClear
      ? sized.webp({ quality: QUALITY })
      : sized.flatten({ background: "#fff" }).jpeg({ quality: QUALITY, progressive: true });
    const { data, info } = await written
      .timeout({ seconds: MOST_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return {
      kind: "picture",
      content: data,
      extension: isClear ? "webp" : "jpg",
      width: info.width,
      height: info.height,
      sha256: await hashOf(filePath),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error;
    return String(error).includes("pixel limit")
      ? refused(`cette image est trop grande. ${TOO_MANY_PIXELS}`)
      : refused("cette image est abîmée ou incomplète. Essayez de l’enregistrer à nouveau.");
  }
}

async function beginningOf(filePath: string): Promise<Uint8Array> {
  const file = await open(filePath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_LENGTH));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function hashOf(filePath: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(filePath), hash);
  return hash.digest("hex");
}
