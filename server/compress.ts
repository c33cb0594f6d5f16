import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE =
  /^(text\/(?!event-stream|csv)|application\/(json|xml|manifest\+json)|image\/svg)|turbo-stream|x-script/;

/** Compresses a buffered answer for clients that want it. Streams (live, long exports) pass untouched. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  const accepted = request.headers.get("accept-encoding") ?? "";
  if (!response.body || !COMPRESSIBLE.test(type) || response.headers.has("content-encoding"))
    return response;
  const encoding = accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : null;
  const headers = new Headers(response.headers);
  headers.append("vary", "Accept-Encoding");
  if (!encoding) return new Response(response.body, { status: response.status, headers });
  const body = Buffer.from(await response.arrayBuffer());
  const packed =
    encoding === "br"
      ? await brotli(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 4,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          },
        })
      : await zip(body, { level: 6 });
  headers.set("content-encoding", encoding);
  headers.set("content-length", String(packed.length));
  return new Response(new Uint8Array(packed), { status: response.status, headers });
}
