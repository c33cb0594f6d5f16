import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Up to this size in bytes, compressing on the main thread (0.3 ms) costs less than passing it to a thread. */
const LARGEST_PAGE = 128 * 1024;
/** Output chunk size in bytes. V8 keeps the last chunk with the compressor; below 4 KB it keeps a whole buffer pool. */
const PIECE = 4_096;
const COMPRESSIBLE =
  /^(text\/(?!event-stream|csv)|application\/(json|xml|manifest\+json)|image\/svg)|turbo-stream|x-script/;

/** The best encoding of an Accept-Encoding header; « br;q=0 » excludes one (RFC 9110 §12.5.3). */
export function encodingOf(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  const allows = (name: string) =>
    accepted.includes(name) && !new RegExp(`${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
  return allows("br") ? "br" : allows("gzip") ? "gzip" : "identity";
}

/** Compresses a body: at a high level when it `isKept` (cached), else at a fast one. */
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
 * Compresses a response when the client accepts it. Streams (downloads) pass through. `page`: the body's bytes when they
 * are known; reading them from the Response would copy them into V8's old generation (decision 22).
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
  // It was the uncompressed length.
  headers.delete("content-length");
  const body = page ?? Buffer.from(await response.arrayBuffer());
  const encoding = encodingOf(request.headers.get("accept-encoding") ?? undefined);
  if (encoding === "identity") return new Response(body, { status, headers });
  headers.set("content-encoding", encoding);
  return new Response(await packed(body, encoding), { status, headers });
}
