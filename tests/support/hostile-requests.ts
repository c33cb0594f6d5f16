import * as fc from "fast-check";
import { hostileHeaders, hostileText } from "./hostile-values.ts";

/** A raw request, sent without normalisation. */
export type HostileRequest = {
  sender: "visitor" | "customer" | "administrator";
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Whether the connection is closed in the middle of the body. */
  isCutShort: boolean;
};
type Fields = [name: string, value: string][];

/** A page's form with some fields corrupted, missing or doubled. */
function corruptForm(forms: readonly Fields[], names: readonly string[]): fc.Arbitrary<Fields> {
  const any = fc.tuple(fc.constantFrom(...names), hostileText);
  const change = fc.record({ at: fc.nat(), how: fc.nat({ max: 3 }), value: hostileText });
  return fc
    .tuple(
      fc.constantFrom(...forms),
      fc.array(change, { maxLength: 3 }),
      fc.array(any, { maxLength: 2 }),
    )
    .map(([form, changes, added]) => {
      const fields: Fields = form.map(([name, value]) => [name, value]);
      for (const { at, how, value } of changes) {
        const index = at % Math.max(1, fields.length);
        const [name] = fields[index] ?? ["x"];
        if (how === 0) fields.splice(index, 1);
        else if (how === 1) fields.push([name, value]);
        else fields[index] = [name, value];
      }
      return [...fields, ...added];
    });
}

const BOUNDARY = "----limite";
type Encoding = (fields: Fields) => { type: string | null; body: Buffer };
const multipart = (fields: Fields, end: string, file: string) =>
  Buffer.from(
    fields
      .map(
        ([name, value], index) =>
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name.replaceAll('"', "%22")}"${
            index === 0 ? file : ""
          }\r\n\r\n${value}\r\n`,
      )
      .join("") + end,
  );
const urlEncoded = (fields: Fields) => Buffer.from(new URLSearchParams(fields).toString());
const FORM = "application/x-www-form-urlencoded";
const FORM_DATA = `multipart/form-data; boundary=${BOUNDARY}`;
const ENCODINGS: { weight: number; encode: Encoding }[] = [
  { weight: 8, encode: (fields) => ({ type: FORM, body: urlEncoded(fields) }) },
  {
    weight: 4,
    encode: (fields) => ({ type: FORM_DATA, body: multipart(fields, `--${BOUNDARY}--\r\n`, "") }),
  },
  {
    weight: 1,
    encode: (fields) => ({
      type: FORM_DATA,
      body: multipart(fields, `--${BOUNDARY}--\r\n`, '; filename="a\0.csv"'),
    }),
  },
  { weight: 1, encode: (fields) => ({ type: FORM_DATA, body: multipart(fields, "", "") }) },
  {
    weight: 1,
    encode: (fields) => ({ type: "multipart/form-data", body: multipart(fields, "", "") }),
  },
  {
    weight: 1,
    encode: (fields) => ({
      type: "application/json",
      body: Buffer.from(JSON.stringify(Object.fromEntries(fields))),
    }),
  },
  {
    weight: 1,
    encode: (fields) => ({
      type: `${FORM}; charset=utf-16`,
      body: Buffer.from(new URLSearchParams(fields).toString(), "utf16le"),
    }),
  },
  { weight: 1, encode: (fields) => ({ type: null, body: urlEncoded(fields) }) },
  // Invalid percent-encoding and invalid UTF-8.
  {
    weight: 1,
    encode: (fields) => ({
      type: FORM,
      body: Buffer.concat([
        Buffer.from(fields.map(([name]) => `${name}=%ff%zz%`).join("&")),
        Buffer.from([0xff, 0xc0, 0x80]),
      ]),
    }),
  },
];
const encoding = fc.oneof(
  ...ENCODINGS.map(({ weight, encode }) => ({ weight, arbitrary: fc.constant(encode) })),
);

const hostileJson = fc.oneof(
  fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom("", "{", "null", "[]", "0", '"', "[".repeat(100_000)).map((t) => Buffer.from(t)),
);

/** An endpoint with the forms and JSON bodies that it accepts. */
export type Endpoint = {
  path: string;
  forms?: Fields[];
  json?: unknown[];
  /** Headers that our scripts send. */
  headers?: Record<string, string>;
};

const METHODS = [
  ..."GET GET GET GET GET POST POST POST POST POST POST".split(" "),
  ..."HEAD PUT PATCH DELETE OPTIONS PROPFIND TRACE".split(" "),
];

/**
 * Random requests to `endpoints`, mostly almost valid, so that they pass the first checks. `names`: all fields and
 * parameters; `:id` in a path is replaced by one of `ids`.
 */
export function hostileRequests({
  origin,
  endpoints,
  names,
  ids,
}: {
  origin: string;
  endpoints: readonly Endpoint[];
  names: readonly string[];
  ids: () => readonly string[];
}): fc.Arbitrary<HostileRequest> {
  const segment = fc.oneof(
    { weight: 5, arbitrary: fc.nat().map((at) => ids()[at % ids().length]!) },
    { weight: 1, arbitrary: hostileText.map((text) => text.slice(0, 300)) },
  );
  const query = fc.oneof(
    { weight: 2, arbitrary: fc.constant("") },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom(...names, "_routes", "p", "paths", "index"), hostileText), {
          minLength: 1,
          maxLength: 4,
        })
        .map((pairs) => `?${new URLSearchParams(pairs).toString().slice(0, 6_000)}`),
    },
    { weight: 1, arbitrary: fc.constantFrom("?", "?%", "?=%ff&&", "?a[]=1&a[b]=2", "?_routes=") },
  );
  // Endpoints that write get more requests.
  const often = endpoints.flatMap((endpoint) =>
    endpoint.forms || endpoint.json || endpoint.headers
      ? [endpoint, endpoint, endpoint]
      : [endpoint],
  );
  return fc.constantFrom(...often).chain(({ path, forms = [[]], json, headers }) =>
    fc
      .record({
        sender: fc.constantFrom(
          "visitor" as const,
          ...(["customer", "administrator", "administrator"] as const),
        ),
        method: fc.constantFrom(...METHODS),
        segment,
        // Segments are percent-encoded, or sometimes raw.
        isRaw: fc.nat({ max: 4 }).map((number) => number === 0),
        tail: fc.oneof(
          { weight: 8, arbitrary: fc.constant("") },
          { weight: 4, arbitrary: fc.constant(".data") },
          {
            weight: 1,
            arbitrary: fc.constantFrom("/", "//", ".data.data", "/..", "%", "%00", ";"),
          },
        ),
        query,
        fields: corruptForm(forms, names),
        encoding,
        json: fc.oneof(...(json ? [{ weight: 3, arbitrary: corruptJson(json) }] : []), {
          weight: 1,
          arbitrary: hostileJson,
        }),
        isJson: fc.nat({ max: json ? 1 : 9 }).map((number) => number === 0),
        headers: fc.oneof(fc.constant({}), hostileHeaders),
        isCutShort: fc.nat({ max: 19 }).map((number) => number === 0),
      })
      .map((made) => {
        const text = made.isRaw
          ? Buffer.from(made.segment)
              .toString("latin1")
              .replaceAll(/[^\x21-\x22\x24-\x3e\x40-\xff]/g, "")
          : encodeURIComponent(made.segment.toWellFormed());
        const address = path.replace(/:\w+|\*/, () => text) + made.tail + made.query;
        const hasBody = !["GET", "HEAD", "OPTIONS", "TRACE"].includes(made.method);
        const form = made.isJson
          ? { type: "application/json", body: made.json }
          : made.encoding(made.fields);
        return {
          sender: made.sender,
          method: made.method,
          path: address,
          headers: {
            ...headers,
            ...(hasBody && {
              origin,
              ...(form.type && !headers?.["content-type"] && { "content-type": form.type }),
            }),
            ...made.headers,
          },
          body: hasBody ? form.body.subarray(0, 250_000) : null,
          isCutShort: hasBody && made.isCutShort,
        };
      }),
  );
}

/** One of `documents` with a random part replaced. */
function corruptJson(documents: readonly unknown[]): fc.Arbitrary<Buffer> {
  return fc
    .record({
      document: fc.constantFrom(...documents),
      at: fc.nat(),
      value: fc.oneof(hostileText, fc.jsonValue({ maxDepth: 1 })),
    })
    .map(({ document, at, value }) => {
      let seen = 0;
      const places = JSON.stringify(document).match(/"\w+":/g)?.length ?? 1;
      return Buffer.from(
        JSON.stringify(document, (key, inner: unknown) =>
          key !== "" && seen++ === at % (places + 1) ? value : inner,
        ),
      );
    });
}
