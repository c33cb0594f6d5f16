import type { RequestListener } from "node:http";
import type { ErrorHandler, Handler, MiddlewareHandler } from "hono";
import { describeError, type Logger } from "#app/platform/log.server.ts";
import type { AppEnv } from "./headers.ts";
import { REFUSAL_HEADERS } from "./http-server.ts";

export const notFound: Handler = (c) => c.text("Document not found", 404);

/** Characters of the longest Content-Type: a boundary has at most 70 (RFC 2046 §5.1.1). */
const LONGEST_CONTENT_TYPE = 200;

/**
 * 400 for a Host header without a valid host: HTTP allows « Host: 9007199254740993 », URLs don't. Also for a Content-Type that is
 * too long or repeated (Headers joins the values): the parsers of Node and fetch need seconds for 16 KB.
 */
export function refuseBadHeaders(next: RequestListener): RequestListener {
  return (request, response) => {
    const types = request.headersDistinct["content-type"] ?? [];
    const hasGoodType =
      types.length === 0 || (types.length === 1 && types[0]!.length <= LONGEST_CONTENT_TYPE);
    if (hasGoodType && URL.canParse(`http://${request.headers.host}`)) next(request, response);
    else response.writeHead(400, REFUSAL_HEADERS).end();
  };
}

/**
 * 404 for a path whose percent-encoding is invalid or encodes a null character. React Router would log the former in
 * full length, PostgreSQL refuses the latter.
 */
export const refuseUnreadablePaths: MiddlewareHandler = async (c, next) =>
  isReadable(c.req.raw.url) ? next() : notFound(c, next);

function isReadable(url: string): boolean {
  try {
    return !decodeURI(new URL(url).pathname).includes("\0");
  } catch {
    return false;
  }
}

/** Error handler: logs the error of an endpoint and responds with 500. */
export function reportErrors(log: Logger): ErrorHandler<AppEnv> {
  return (error, c) => {
    // The client closed the connection during its upload: nobody reads the response.
    if (c.env?.incoming?.errored) return c.body(null, 400);
    log.error({ path: c.req.path, error: describeError(error) }, "request");
    return c.text("Un problème est survenu. Réessayez.", 500);
  };
}
