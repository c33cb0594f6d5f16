import { transcode } from "node:buffer";

/** Room for a page's UTF-16, of half a million characters; a longer one goes the slow way. */
const room = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * A page's markup, in pieces, as UTF-8. V8 writes strings with a sign beyond Latin-1 (an apostrophe is enough) character by
 * character, after counting them: copied as they are, into room that is always there, and recoded at once it takes a fifth.
 */
export function bytesOf(pieces: readonly string[]): Buffer<ArrayBuffer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (2 * length > room.length) return Buffer.from(pieces.join(""));
  let end = 0;
  for (const piece of pieces) end += room.write(piece, end, "utf16le");
  try {
    return transcode(room.subarray(0, end), "utf16le", "utf8") as Buffer<ArrayBuffer>;
  } catch {
    // Half of a sign, where a text was cut: it becomes U+FFFD.
    return Buffer.from(pieces.join(""));
  }
}
