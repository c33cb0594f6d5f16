import sharp from "sharp";
import { NOTICE_WIDTH } from "#app/platform/legal-constants.ts";
import type { DecodedUpload } from "./decoded-upload.ts";
import { openDrawing } from "./open-drawing.server.ts";
import { MEGABYTE } from "./upload-schema.ts";

/** Pixels. Width of the Commission's own PNG (A4 at 200 dots per inch); the height is large enough to never limit it. */
const BOX = { width: 1654, height: 2400 };
const SMALL = `cette image a moins de ${NOTICE_WIDTH}\u00a0pixels de large\u00a0: son code QR ne se lirait pas. Prenez le fichier de la Commission sans le réduire.`;
const GREY =
  "cet avis est vide, ou en noir et blanc. En ligne, la version en couleur est obligatoire (règlement 2025/1960).";
/** The heaviest drawing, in bytes: it is attached to each order's mail, and mailboxes refuse heavy mails. A page of text has 0.5 MB. */
const HEAVIEST = 2 * MEGABYTE;
const HEAVY = `cet avis pèse plus de ${HEAVIEST / MEGABYTE}\u00a0Mo une fois dessiné, et il part avec chaque e-mail de commande. Prenez le fichier de la Commission, ni photographié ni numérisé.`;
/** The least difference between two channels (0 to 255) of a pixel that has a colour, well below that of the EU's blue. */
const COLOURED = 60;
const SAMPLE = 64;

/**
 * Draws the official notice on the legal guarantee as PNG: whole, on white, without loss, in its own proportions. Mail programs show
 * no SVG, and no visitor gets a foreign SVG from the shop's address.
 * @throws when the picture is broken
 */
export async function decodeNotice(filePath: string): Promise<DecodedUpload> {
  const opened = await openDrawing(filePath, "notice", BOX);
  if (opened.kind === "refused") return opened;
  if (!opened.isSvg && opened.metadata.width < NOTICE_WIDTH)
    return { kind: "refused", reason: SMALL };
  const { data, info } = await opened.image
    .flatten({ background: "#fff" })
    .resize({ ...BOX, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  if (data.length > HEAVIEST) return { kind: "refused", reason: HEAVY };
  if (!(await hasColour(data))) return { kind: "refused", reason: GREY };
  const { width, height } = info;
  return { kind: "picture", content: data, extension: "png", width, height };
}

async function hasColour(picture: Buffer): Promise<boolean> {
  const pixels = await sharp(picture)
    .toColourspace("srgb")
    .resize({ width: SAMPLE, height: SAMPLE, fit: "fill" })
    .raw()
    .toBuffer();
  for (let at = 0; at < pixels.length; at += 3) {
    const channels = pixels.subarray(at, at + 3);
    if (Math.max(...channels) - Math.min(...channels) > COLOURED) return true;
  }
  return false;
}
