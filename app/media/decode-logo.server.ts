import sharp from "sharp";
import type { DecodedUpload } from "./decoded-upload.ts";
import { openDrawing } from "./open-drawing.server.ts";

/** The largest logo that is kept: twice what pages show, for dense screens. Pixels. */
const BOX = { width: 640, height: 192 };
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const EMPTY = "ce logo est vide\u00a0: rien ne s’y voit. Essayez de l’exporter à nouveau.";

/**
 * Draws a logo as PNG, without its clear border.
 * @throws when the picture is broken
 */
export async function decodeLogo(filePath: string): Promise<DecodedUpload> {
  const opened = await openDrawing(filePath, "logo", BOX);
  if (opened.kind === "refused") return opened;
  const { data, info } = await opened.image
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
