import sharp from "sharp";
import { boundsRefusal, mostPixels, tooLargeUnpacked } from "./picture-bounds.ts";
import type { UploadKind } from "./upload-schema.ts";

/** What the decoder (picture-decoder.ts) is asked for. */
export type DecoderTask =
  /** Reads a file that somebody sent, and writes it anew. */
  | { kind: "upload"; filePath: string; use: UploadKind }
  /** Makes WebP files of these widths, in pixels, of a stored picture. */
  | { kind: "renditions"; master: Uint8Array; widths: readonly number[] };

export type DecodedUpload =
  | {
      kind: "picture";
      content: Uint8Array;
      extension: "jpg" | "webp";
      width: number;
      height: number;
    }
  | { kind: "refused"; reason: string };

/** The master that pages show at most, in pixels. */
const PRODUCT_SIDE = 2_000;
const AVATAR_SIDE = 512;
const QUALITY = 88;
const RENDITION_QUALITY = 80;

// One thread: the shop's visitors keep the others. Nothing is decoded twice.
sharp.concurrency(1);
sharp.cache(false);

/** Writes a picture anew: no metadata, upright, at most as large as shown. Bounds are checked before it is unpacked. */
export async function decodeUpload(filePath: string, use: UploadKind): Promise<DecodedUpload> {
  try {
    const image = sharp(filePath, { limitInputPixels: mostPixels(use), failOn: "error" });
    // Of the head alone, whatever its size.
    const metadata = await sharp(filePath, { limitInputPixels: false }).metadata();
    const reason = boundsRefusal(metadata, use);
    if (reason) return { kind: "refused", reason };
    const upright = image.autoOrient();
    const sized =
      use === "avatar"
        ? upright.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: "cover" })
        : upright.resize(PRODUCT_SIDE, PRODUCT_SIDE, { fit: "inside", withoutEnlargement: true });
    const isClear = metadata.hasAlpha && use === "product";
    const written = isClear
      ? sized.webp({ quality: QUALITY })
      : sized.flatten({ background: "#fff" }).jpeg({ quality: QUALITY, progressive: true });
    const { data, info } = await written.toBuffer({ resolveWithObject: true });
    return {
      kind: "picture",
      content: data,
      extension: isClear ? "webp" : "jpg",
      width: info.width,
      height: info.height,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error;
    return {
      kind: "refused",
      reason: /memory/i.test(String(error))
        ? tooLargeUnpacked(use)
        : "cette image est abîmée ou incomplète. Essayez de l’enregistrer à nouveau.",
    };
  }
}

/** The WebP files of a master, in the order of `widths`; never larger than it. @throws when it is no picture. */
export async function decodeRenditions(
  master: Uint8Array,
  widths: readonly number[],
): Promise<Uint8Array[]> {
  const renditions: Uint8Array[] = [];
  for (const width of widths)
    renditions.push(
      await sharp(master, { limitInputPixels: mostPixels("product") })
        .autoOrient()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: RENDITION_QUALITY })
        .toBuffer(),
    );
  return renditions;
}
