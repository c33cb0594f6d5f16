/**
 * The value as JSON text in Latin-1; other characters are escaped (« \u2019 »). V8 stores a Latin-1 string with one byte a
 * character. One other character makes each string that contains it two bytes wide: with an apostrophe in the home page's data,
 * the page took 16 % more CPU time (docs/performance.md).
 */
export function latin1Json(value: unknown): string {
  const escaped = JSON.stringify(value).replaceAll(
    /[^\0-\u00ff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  // A string that replaceAll makes of a two-byte string is two bytes wide itself.
  return Buffer.from(escaped, "latin1").toString("latin1");
}
