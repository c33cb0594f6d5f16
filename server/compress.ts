import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Up to here the third of a millisecond it takes is less than handing it to another thread costs. */
const LARGEST_PAGE = 128 * 1024;
const COMPRESSIBLE =
  /^(text\/(?!event-stream|csv)|application\/(json|xml|manifest\+json)|image\/svg)|turbo-stream|x-script/;

/** The best encoding that an Accept-Encoding header allows; « br;q=0 » refuses it. */
export function encodingOf(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  const allows = (name: string) =>
    accepted.includes(name) && !new RegExp(`${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
  return allows("br") ? "br" : allows("gzip") ? "gzip" : "identity";
}

/** The body in this encoding: tightly when it `isKept` and sent many times, else quickly. */
export function packed(
  body: Buffer,
  encoding: "br" | "gzip",
  { isKept = false } = {},
): Promise<Buffer> | Buffer {
  const isPage = body.length <= LARGEST_PAGE;
  if (encoding === "gzip") {
    const options = { level: isKept ? 9 : 3 };
    return isPage ? gzipSync(body, options) : zip(body, options);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isKept ? 6 : 1,
    [constants.BROTLI_PARAM_LGWIN]: 17,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return isPage ? brotliCompressSync(body, { params }) : brotli(body, { params });
}

/** Compresses a buffered answer for clients that want it. Streams (live, long exports) pass untouched. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (!response.body || !COMPRESSIBLE.test(type) || response.headers.has("content-encoding"))
    return response;
  const encoding = encodingOf(request.headers.get("accept-encoding") ?? undefined);
  const headers = new Headers(response.headers);
  headers.append("vary", "Accept-Encoding");
  if (encoding === "identity")
    return new Response(response.body, { status: response.status, headers });
  const body = await packed(Buffer.from(await response.arrayBuffer()), encoding);
  headers.set("content-encoding", encoding);
  headers.set("content-length", String(body.length));
  return new Response(new Uint8Array(body), { status: response.status, headers });
}
