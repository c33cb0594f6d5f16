import sharp from "sharp";
import { decodeLogo } from "./decode-logo.server.ts";
import { decodeNotice } from "./decode-notice.server.ts";
import type { DecodedUpload } from "./decoded-upload.ts";
import { boundsRefusal, mostPixels, tooLargeDecompressed } from "./picture-bounds.ts";
import type { UploadKind } from "./upload-schema.ts";

/** A task of the decoder process (picture-decoder.ts). */
export type DecoderTask =
  /** Decodes an uploaded file and re-encodes it. */
  | { kind: "upload"; filePath: string; use: UploadKind }
  /** Encodes a stored picture as WebP in these widths, in pixels. */
  | { kind: "renditions"; master: Uint8Array; widths: readonly number[] }
  /** Draws an SVG of the shop's own as JPEG. */
  | { kind: "drawing"; svg: string };

/** The longest side of a re-encoded product picture, in pixels. A smaller picture is not enlarged. */
const PRODUCT_SIDE = 2_000;
const AVATAR_SIDE = 512;
const QUALITY = 88;
const RENDITION_QUALITY = 80;

// One thread leaves the other cores to requests. No cache: the process decodes a single picture.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Re-encodes a picture without metadata, upright, reduced to the size that pages need. The bounds are checked before
 * decompression.
 * @throws on a system error, for example a missing file; a broken picture is « refused » with a French reason
 */
export async function decodeUpload(filePath: string, use: UploadKind): Promise<DecodedUpload> {
  try {
    if (use === "logo") return await decodeLogo(filePath);
    if (use === "notice") return await decodeNotice(filePath);
    const image = sharp(filePath, { limitInputPixels: mostPixels(use), failOn: "error" });
    // Reads only the header, so that an oversized picture gets its own reason.
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
        ? tooLargeDecompressed(use)
        : "cette image est abîmée ou incomplète. Essayez de l’enregistrer à nouveau.",
    };
  }
}

/** Encodes a stored picture as WebP, one file for each of `widths` (pixels), never enlarged. @throws when it is no picture */
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

/** Draws an SVG without text as JPEG, in its own size. */
export const decodeDrawing = (svg: string): Promise<Uint8Array> =>
  sharp(Buffer.from(svg)).flatten().jpeg({ quality: QUALITY, progressive: true }).toBuffer();
