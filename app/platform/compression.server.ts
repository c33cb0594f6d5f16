import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/**
 * Bodies up to this size in bytes are compressed synchronously on the main thread (0.3 ms). The zlib thread pool would
 * cost more.
 */
const MAX_SYNC_BYTES = 128 * 1024;
/**
 * zlib's output chunk size in bytes. A compressor references its last chunk until it is garbage-collected. A chunk under
 * half of Buffer.poolSize (8 KB, server/main.ts) is a slice of the pool and keeps the whole pool in memory.
 */
const CHUNK_SIZE = 4_096;
const COMPRESSIBLE =
  /^(text\/(?!event-stream|csv)|application\/(json|xml|manifest\+json)|image\/svg)|turbo-stream|x-script/;

/**
 * Returns br if the client's Accept-Encoding header names it, else gzip if named, else identity. q=0 excludes an encoding
 * (RFC 9110 §12.5.3); other weights are ignored.
 */
export function encodingOf(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  const allows = (name: string) =>
    accepted.includes(name) && !new RegExp(`${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
  return allows("br") ? "br" : allows("gzip") ? "gzip" : "identity";
}

/** Compresses a body: at a high level for the page cache (`isCached`), else at a fast one. */
export function compressBody(
  body: Buffer,
  encoding: "br" | "gzip",
  { isCached = false } = {},
): Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer> {
  const isSync = body.length <= MAX_SYNC_BYTES;
  if (encoding === "gzip") {
    const options = { level: isCached ? 9 : 3 };
    return isSync ? gzipSync(body, { ...options, chunkSize: CHUNK_SIZE }) : zip(body, options);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isCached ? 6 : 1,
    [constants.BROTLI_PARAM_LGWIN]: 17,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return isSync
    ? brotliCompressSync(body, { params, chunkSize: CHUNK_SIZE })
    : brotli(body, { params });
}

/**
 * Compresses a response if the client accepts it. Downloads (content-disposition: attachment), encoded responses and types
 * outside COMPRESSIBLE are returned unchanged. Any other body is buffered. `page`: the body's bytes, if the page renderer
 * passed them with `setPageBytes` (request-context.ts); reading them from the Response would copy them into V8's old generation
 * (decision 22).
 */
export async function compressResponse(
  request: Request,
  response: Response,
  page?: Buffer<ArrayBuffer>,
): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  const hasBody = page !== undefined || response.body !== null;
  const isUnchanged =
    response.headers.has("content-encoding") ||
    response.headers.get("content-disposition")?.startsWith("attachment");
  if (!hasBody || isUnchanged || !COMPRESSIBLE.test(type)) return response;
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.append("vary", "Accept-Encoding");
  // Content-Length was the uncompressed length.
  headers.delete("content-length");
  const body = page ?? Buffer.from(await response.arrayBuffer());
  const encoding = encodingOf(request.headers.get("accept-encoding") ?? undefined);
  if (encoding === "identity") return new Response(body, { status, headers });
  headers.set("content-encoding", encoding);
  return new Response(await compressBody(body, encoding), { status, headers });
}
