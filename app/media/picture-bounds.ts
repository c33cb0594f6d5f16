import type { UploadKind } from "./upload-schema.ts";

/** The largest picture of each kind: its pixels, and its bytes once it is unpacked. */
const LARGEST: Record<UploadKind, { megapixels: number; megabytes: number }> = {
  product: { megapixels: 50, megabytes: 200 },
  avatar: { megapixels: 16, megabytes: 96 },
};
const MILLION = 1_000_000;
const LONGEST_SIDE = 12_000;
/** Of one sample, by libvips' names; the accepted types have no wider ones. */
const SAMPLE_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const WIDEST_SAMPLE = 16;

/** What the head of a picture says: pixels, samples a pixel, and the type of a sample as libvips names it. */
export type Dimensions = { width: number; height: number; channels: number; depth: string };

/** The most pixels that are unpacked of one picture. */
export const mostPixels = (use: UploadKind) => LARGEST[use].megapixels * MILLION;

/** Why a picture of these dimensions isn't unpacked (French), or null. */
export function boundsRefusal(
  { width, height, channels, depth }: Dimensions,
  use: UploadKind,
): string | null {
  const { megapixels, megabytes } = LARGEST[use];
  const pixels = width * height;
  if (pixels > mostPixels(use) || Math.max(width, height) > LONGEST_SIDE)
    return `cette image est trop grande (${width} × ${height} pixels). 12\u00a0000 pixels de côté et ${megapixels} millions au plus.`;
  const bytes = pixels * channels * (SAMPLE_BYTES[depth] ?? WIDEST_SAMPLE);
  return bytes > megabytes * MILLION ? tooLargeUnpacked(use) : null;
}

/** What was refused once its bytes were counted, or ran into the decoder's limits. */
export function tooLargeUnpacked(use: UploadKind): string {
  return `cette image est trop grande une fois décompressée. Enregistrez-la en 8 bits par couleur, avec ${LARGEST[use].megapixels} millions de pixels au plus.`;
}
