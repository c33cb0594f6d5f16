import * as fc from "fast-check";

const TEXTS = [
  "",
  " ",
  "'",
  '"',
  "\\",
  "%",
  "%00",
  "%zz",
  "_",
  "$1",
  "';--",
  "\r\nset-cookie: a=b",
  "\u2028\u202e\ufeff",
  "\ud83d\ude00",
  "é".normalize("NFD"),
  "1e309",
  "-1",
  "-0",
  "0",
  "1.5",
  "01",
  "2147483648",
  "9223372036854775808",
  "9007199254740993",
  "NaN",
  "null",
  "true",
  "[]",
  "{}",
  "[null]",
  '[{"id":null}]',
  '{"__proto__":{"a":1}}',
  "__proto__",
  "constructor",
  "toString",
  "0000-00-00",
  "2026-02-30",
  "275760-09-13",
  "-000001-01-01",
  "2026-11-21T25:61:61Z",
  "../..",
  "//ailleurs.example",
  "javascript:alert(1)",
  "<script>alert(1)</script>",
  "a@b@c",
  "0".repeat(26),
  "Z".repeat(26),
  "x".repeat(5_000),
  "😀".repeat(300),
  "[".repeat(3_000),
];
/** Known problematic strings, or random ones. */
export const hostileText = fc.oneof(
  // PostgreSQL's text type rejects null characters.
  { weight: 2, arbitrary: fc.constantFrom("\0", "a\0b") },
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
);

/** Only characters that the client accepts in a header. */
const headerText = hostileText.map((text) =>
  Buffer.from(text)
    .toString("latin1")
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "")
    .slice(0, 2_000),
);
const HEADERS: Record<string, fc.Arbitrary<string>> = {
  accept: fc.oneof(fc.constantFrom("text/html", "*/*", "text/event-stream"), headerText),
  "accept-encoding": fc.oneof(fc.constantFrom("br", "gzip;q=0", "zstd, *;q=0"), headerText),
  "accept-language": headerText,
  authorization: fc.oneof(fc.constantFrom("Bearer", "Bearer x", "Basic eDp5"), headerText),
  "content-encoding": fc.constantFrom("gzip", "br", "rien"),
  expect: fc.constantFrom("100-continue", "autre"),
  forwarded: headerText,
  host: fc.oneof(fc.constantFrom("ailleurs.example", "[::1", "a b", "a/b", "a:99999"), headerText),
  "if-match": headerText,
  "if-modified-since": headerText,
  "if-none-match": fc.oneof(fc.constantFrom("*", '"', 'W/"x"'), headerText),
  "last-event-id": headerText,
  origin: fc.oneof(fc.constantFrom("null", "http://"), headerText),
  range: fc.constantFrom("bytes=-1", "bytes=9-1", "bytes=0-0,2-", "rien"),
  referer: headerText,
  "sec-fetch-site": fc.constantFrom("cross-site", "same-origin", "rien"),
  "sec-purpose": fc.constantFrom("prefetch", "prefetch;prerender"),
  "tus-resumable": fc.constantFrom("1.0.0", "0.2.1", "rien"),
  "upload-concat": headerText,
  "upload-defer-length": fc.constantFrom("1", "2"),
  "upload-length": hostileLength(),
  "upload-metadata": fc.oneof(
    headerText,
    fc
      .tuple(fc.constantFrom("filename", "kind", "filetype"), hostileText)
      .map(([name, text]) =>
        `kind cHJvZHVjdA==,${name} ${Buffer.from(text).toString("base64")}`.slice(0, 2_000),
      ),
  ),
  "upload-offset": hostileLength(),
  "user-agent": headerText,
  "x-forwarded-for": headerText,
  "x-forwarded-host": headerText,
  "x-http-method-override": fc.constantFrom("DELETE", "PATCH", "TRACE"),
};
function hostileLength() {
  return fc.constantFrom("-1", "0", "1", "1e3", "99999999999999999999", "1.5", "", "rien");
}
export const hostileHeaders = fc
  .array(
    fc
      .constantFrom(...Object.keys(HEADERS))
      .chain((name) => HEADERS[name]!.map((value): [string, string] => [name, value])),
    { maxLength: 3 },
  )
  .map((headers) => Object.fromEntries(headers));
