import { readFile } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { boundsRefusal, mostPixels } from "./picture-bounds.ts";
import { svgRefusal } from "./svg-refusal.ts";
import type { UploadKind } from "./upload-schema.ts";

/** At 72 dots per inch librsvg draws an SVG in its own size. */
const SVG_DENSITY = 72;

type Box = { width: number; height: number };
type Opened =
  | { kind: "drawing"; image: Sharp; isSvg: boolean; metadata: Metadata }
  /** `reason` is a French sentence. */
  | { kind: "refused"; reason: string };

/**
 * Opens a drawing that may be an SVG, which is drawn as large as fits in `box` (pixels). The file is given to sharp as bytes:
 * librsvg then has no folder from which it could read what an SVG refers to.
 * @throws when the picture is broken
 */
export async function openDrawing(filePath: string, use: UploadKind, box: Box): Promise<Opened> {
  const file = await readFile(filePath);
  const metadata = await sharp(file, { limitInputPixels: false }).metadata();
  const isSvg = metadata.format === "svg";
  const reason = (isSvg && svgRefusal(file)) || boundsRefusal(metadata, use);
  if (reason) return { kind: "refused", reason };
  const scale = Math.min(box.width / metadata.width, box.height / metadata.height);
  const density = Math.min(Math.max(SVG_DENSITY * scale, 1), 10_000);
  const image = sharp(file, {
    limitInputPixels: mostPixels(use),
    failOn: "error",
    ...(isSvg && { density }),
  });
  return { kind: "drawing", image, isSvg, metadata };
}
