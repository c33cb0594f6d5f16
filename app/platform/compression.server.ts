import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Up to here the third of a millisecond it takes is less than handing it to another thread costs. */
const LARGEST_PAGE = 128 * 1024;
/** Of what comes out: the last one stays as long as V8 keeps the compressor. No smaller, or a pool stays with it. */
const PIECE = 4_096;
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
): Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer> {
  const isPage = body.length <= LARGEST_PAGE;
  if (encoding === "gzip") {
    const options = { level: isKept ? 9 : 3 };
    return isPage ? gzipSync(body, { ...options, chunkSize: PIECE }) : zip(body, options);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isKept ? 6 : 1,
    [constants.BROTLI_PARAM_LGWIN]: 17,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return isPage ? brotliCompressSync(body, { params, chunkSize: PIECE }) : brotli(body, { params });
}

/**
 * An answer, compressed for clients that want it. Streams (live, files to be saved) pass untouched, as fast as they are
 * read. A `page` whose bytes are at hand comes beside its Response: read out of it again, their copies stay until V8
 * collects what is old (decision 22).
 */
export async function compressed(
  request: Request,
  response: Response,
  page?: Buffer<ArrayBuffer>,
): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  const hasBody = page !== undefined || response.body !== null;
  const isPassed =
    response.headers.has("content-encoding") ||
    response.headers.get("content-disposition")?.startsWith("attachment");
  if (!hasBody || isPassed || !COMPRESSIBLE.test(type)) return response;
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.append("vary", "Accept-Encoding");
  // Of what it was.
  headers.delete("content-length");
  const body = page ?? Buffer.from(await response.arrayBuffer());
  const encoding = encodingOf(request.headers.get("accept-encoding") ?? undefined);
  if (encoding === "identity") return new Response(body, { status, headers });
  headers.set("content-encoding", encoding);
  return new Response(await packed(body, encoding), { status, headers });
}
