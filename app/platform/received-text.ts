/** U+FF9E and U+FF9F become marks in NFKC. */
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
/** Invisible characters between the marks count as none: some texts lose them before they are normalised. */
const TOO_MANY_MARKS = new RegExp(
  String.raw`((?:${MARK}\p{Cf}*){30})[\p{M}\uFF9E\uFF9F\p{Cf}]+`,
  "gu",
);

/**
 * A text from a form or a file without null characters, which PostgreSQL's text type refuses, and with at most 30 combining marks
 * in a row (UAX #15, Stream-Safe Text Format): the time to normalise a run of marks grows with its square, 5 s for 256 KB. No
 * language writes more than a few.
 */
export const receivedText = (text: string): string =>
  text.replaceAll("\0", "").replaceAll(TOO_MANY_MARKS, "$1");
