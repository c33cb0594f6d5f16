import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { countByNetwork } from "#app/platform/networks.server.ts";
import type { AppEnv } from "./headers.ts";

/** Bytes of the largest form, except those with a CSV file. */
const LARGEST_BODY = 256 * 1024;
/** More than the import pages' own limit of 50 MB, so that the page itself can report a file that is slightly too large. */
const LARGEST_CSV_FILE = 54 * 1024 * 1024;
/** Forms with a few short fields, or one message. Small, because a refused form is rendered again with its values. */
const SMALL_BODY = 32 * 1024;
const MESSAGE_BODY = 96 * 1024;
const SMALL_FORM =
  /^\/(connexion|mot-de-passe-oublie|nouveau-mot-de-passe|retractation)(\.data)?$/i;
const MESSAGE_FORM = /^\/(contact|effet-indesirable|signaler-avis\/[^/]+)(\.data)?$/i;
const CSV_FILE = /^\/admin\/(produits\/importer|stock\/import|preparation\/numeros)(\.data)?$/;

type Middleware = MiddlewareHandler<AppEnv>;

const TOO_LARGE = "Ce que vous envoyez est trop volumineux.";
/** A chunked body is buffered in memory, so its limit is LARGEST_BODY on every path, even for a CSV file. */
const chunkedLimit: Middleware = bodyLimit({
  maxSize: LARGEST_BODY,
  onError: (c) => c.text(TOO_LARGE, 413, { connection: "close" }),
});

/** Bytes of bodies that one network may have in progress: one CSV file, or 256 forms of the largest size. */
const MOST_IN_PROGRESS = 64 * 1024 * 1024;
const TOO_MANY = "Beaucoup d’envois sont en cours depuis votre réseau. Réessayez dans un instant.";

/**
 * Limits the size of each body, and the bytes of all bodies in progress per network: otherwise one client could occupy
 * gigabytes of memory with bodies that it never completes.
 */
export function limitBodies(addressOf: (c: Context<AppEnv>) => string): Middleware {
  const inProgress = countByNetwork(MOST_IN_PROGRESS);
  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const length = Math.min(
      Number(c.req.header("content-length")) || LARGEST_BODY,
      limitOf(c.req.path),
    );
    const end = inProgress.begin(addressOf(c), length);
    if (!end) return c.text(TOO_MANY, 429, { connection: "close" });
    try {
      return await limitSize(c, next);
    } finally {
      end();
    }
  };
}

/**
 * Refuses bodies that are too large, by Content-Length if declared. For a declared length of up to 54 MB, the part of the
 * body that the handler didn't read is read and discarded before the response is sent: an unread stream pauses the socket, so
 * the next request on a keep-alive connection would get no response, and a reverse proxy would take a closed connection for a
 * failing node. For larger bodies, and chunked ones that are too large, the connection is closed.
 */
const limitSize: Middleware = async (c, next) => {
  if (c.req.header("transfer-encoding")) return chunkedLimit(c, next);
  const length = Number(c.req.header("content-length") ?? 0);
  const limit = limitOf(c.req.path);
  if (!(length <= LARGEST_CSV_FILE)) return c.text(TOO_LARGE, 413, { connection: "close" });
  if (length > limit) c.res = c.text(TOO_LARGE, 413);
  else await next();
  if (length > 0 && c.env?.incoming?.readableEnded === false) await discardBody(c.req.raw);
};

function limitOf(path: string): number {
  if (CSV_FILE.test(path)) return LARGEST_CSV_FILE;
  if (SMALL_FORM.test(path)) return SMALL_BODY;
  return MESSAGE_FORM.test(path) ? MESSAGE_BODY : LARGEST_BODY;
}

async function discardBody({ body, bodyUsed }: Request): Promise<void> {
  if (bodyUsed || !body || body.locked) return;
  try {
    await body.pipeTo(new WritableStream());
  } catch {
    // The client closed the connection or timed out: nobody reads the response.
  }
}
