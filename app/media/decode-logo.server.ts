import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { DecodedUpload } from "./decode-picture.server.ts";
import { boundsRefusal, mostPixels } from "./picture-bounds.ts";
import { svgRefusal } from "./svg-refusal.ts";

/** The largest logo that is kept: twice what pages show, for dense screens. Pixels. */
const BOX = { width: 640, height: 192 };
/** At 72 dots per inch librsvg draws an SVG in its own size. */
const SVG_DENSITY = 72;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const EMPTY = "ce logo est vide\u00a0: rien ne s’y voit. Essayez de l’exporter à nouveau.";

/**
 * Draws a logo as PNG, without its clear border. The file is given to sharp as bytes: librsvg then has no folder from which
 * it could read what an SVG refers to.
 * @throws when the picture is broken
 */
export async function decodeLogo(filePath: string): Promise<DecodedUpload> {
  const file = await readFile(filePath);
  const metadata = await sharp(file, { limitInputPixels: false }).metadata();
  const isSvg = metadata.format === "svg";
  const reason = (isSvg && svgRefusal(file)) || boundsRefusal(metadata, "logo");
  if (reason) return { kind: "refused", reason };
  const scale = Math.min(BOX.width / metadata.width, BOX.height / metadata.height);
  const density = Math.min(Math.max(SVG_DENSITY * scale, 1), 10_000);
  const { data, info } = await sharp(file, {
    limitInputPixels: mostPixels("logo"),
    failOn: "error",
    ...(isSvg && { density }),
  })
    .autoOrient()
    .ensureAlpha()
    .trim({ background: CLEAR, threshold: 1 })
    .resize({ ...BOX, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(data).stats();
  if (channels[3]?.max === 0) return { kind: "refused", reason: EMPTY };
  return {
    kind: "picture",
    content: data,
    extension: "png",
    width: info.width,
    height: info.height,
  };
}
