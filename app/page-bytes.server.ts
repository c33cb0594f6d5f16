import { transcode } from "node:buffer";

/** Reused for each page's UTF-16, of at most half a million characters. */
const room = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * The concatenated pieces of a page's markup as UTF-8. V8 encodes a string with a character beyond Latin-1 (« ’ ») one
 * character at a time. Copied as UTF-16 and transcoded at once, a page costs 4 to 14 % less (decision 49).
 */
export function bytesOf(pieces: readonly string[]): Buffer<ArrayBuffer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (2 * length > room.length) return Buffer.from(pieces.join(""));
  let end = 0;
  for (const piece of pieces) end += room.write(piece, end, "utf16le");
  try {
    return transcode(room.subarray(0, end), "utf16le", "utf8") as Buffer<ArrayBuffer>;
  } catch {
    // A lone surrogate, where a text was cut: it becomes U+FFFD.
    return Buffer.from(pieces.join(""));
  }
}
