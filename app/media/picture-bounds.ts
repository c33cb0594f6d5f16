import type { UploadKind } from "./upload-schema.ts";

/** The largest picture of each kind: its pixels, and its decompressed bytes. */
const LARGEST: Record<UploadKind, { megapixels: number; megabytes: number }> = {
  product: { megapixels: 50, megabytes: 200 },
  avatar: { megapixels: 16, megabytes: 96 },
  logo: { megapixels: 16, megabytes: 96 },
};
const MILLION = 1_000_000;
const LONGEST_SIDE = 12_000;
/** Bytes of a sample by libvips' band format. The accepted file types have no wider ones. */
const SAMPLE_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const WIDEST_SAMPLE = 16;

/** From the header of a picture: size in pixels, samples per pixel (`channels`), and libvips' band format (`depth`). */
export type Dimensions = { width: number; height: number; channels: number; depth: string };

/** The largest number of pixels that is decompressed. */
export const mostPixels = (use: UploadKind) => LARGEST[use].megapixels * MILLION;

/** Why a picture of these dimensions is refused before decompression (French), or null. */
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

/** The refusal (French) of a picture whose decompressed bytes exceed the bound or the decoder's limits. */
export function tooLargeUnpacked(use: UploadKind): string {
  return `cette image est trop grande une fois décompressée. Enregistrez-la en 8 bits par couleur, avec ${LARGEST[use].megapixels} millions de pixels au plus.`;
}
