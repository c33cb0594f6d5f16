import type { UploadKind } from "./upload-schema.ts";

/** The bounds of each kind of picture: millions of pixels, and decompressed size in MB of 1,000,000 bytes. */
const LARGEST: Record<UploadKind, { megapixels: number; megabytes: number }> = {
  product: { megapixels: 50, megabytes: 200 },
  avatar: { megapixels: 16, megabytes: 96 },
  logo: { megapixels: 16, megabytes: 96 },
  notice: { megapixels: 40, megabytes: 160 },
};
const MILLION = 1_000_000;
const LONGEST_SIDE = 12_000;
/**
 * The bytes of a sample, by libvips' band format. The accepted file types have no other formats; an unknown one counts as the
 * widest.
 */
const SAMPLE_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const WIDEST_SAMPLE = 16;

/** Read from a picture's header: width and height in pixels, samples per pixel (`channels`), libvips' band format (`depth`). */
export type Dimensions = { width: number; height: number; channels: number; depth: string };

/** The largest number of pixels that the decoder decompresses, for sharp's `limitInputPixels`. */
export const mostPixels = (use: UploadKind) => LARGEST[use].megapixels * MILLION;

/** Returns why a picture of these dimensions is refused before decompression (a French sentence); null if it is accepted. */
export function boundsRefusal(
  { width, height, channels, depth }: Dimensions,
  use: UploadKind,
): string | null {
  const { megapixels, megabytes } = LARGEST[use];
  const pixels = width * height;
  if (pixels > mostPixels(use) || Math.max(width, height) > LONGEST_SIDE)
    return `cette image est trop grande (${width} × ${height} pixels). 12\u00a0000 pixels de côté et ${megapixels} millions au plus.`;
  const bytes = pixels * channels * (SAMPLE_BYTES[depth] ?? WIDEST_SAMPLE);
  return bytes > megabytes * MILLION ? tooLargeDecompressed(use) : null;
}

/** Returns the refusal (a French sentence) of a picture whose decompressed size exceeds its bound or the decoder's limits. */
export function tooLargeDecompressed(use: UploadKind): string {
  return `cette image est trop grande une fois décompressée. Enregistrez-la en 8 bits par couleur, avec ${LARGEST[use].megapixels} millions de pixels au plus.`;
}
