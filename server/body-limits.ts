import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppEnv } from "./headers.ts";

/** No form of the shop is larger, except the one with a products' file. In bytes. */
const LARGEST_BODY = 256 * 1024;
/** A little more than the file may have: up to here the page itself says that the file is too large. */
const LARGEST_PRODUCTS_FILE = 54 * 1024 * 1024;
/** Forms of a few short fields, and of one message: what is refused is shown again, which costs what was sent. */
const SMALL_BODY = 32 * 1024;
const MESSAGE_BODY = 96 * 1024;
const SMALL_FORM = /^\/(connexion|mot-de-passe-oublie|nouveau-mot-de-passe)(\.data)?$/i;
const MESSAGE_FORM = /^\/contact(\.data)?$/i;
const PRODUCTS_FILE = /^\/admin\/produits\/importer(\.data)?$/;

type Bodies = MiddlewareHandler<AppEnv>;

const TOO_LARGE = "Ce que vous envoyez est trop volumineux.";
/** A body of undeclared size is buffered here, whoever sends it: always the small limit. */
const chunkedLimit: Bodies = bodyLimit({
  maxSize: LARGEST_BODY,
  onError: (c) => c.text(TOO_LARGE, 413, { connection: "close" }),
});

/** Bytes of bodies that one network may have in progress: one products' file, or 250 forms of the largest size. */
const MOST_IN_PROGRESS = 64 * 1024 * 1024;
const TOO_MANY = "Beaucoup d’envois sont en cours depuis votre réseau. Réessayez dans un instant.";

/**
 * Limits bodies by size, and those in progress by network: otherwise one client could hold gigabytes of memory with
 * bodies that it never completes.
 */
export function limitBodies(networkOf: (c: Context<AppEnv>) => string): Bodies {
  const inProgress = new Map<string, number>();
  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const network = networkOf(c);
    const before = inProgress.get(network) ?? 0;
    const length = Math.min(
      Number(c.req.header("content-length")) || LARGEST_BODY,
      limitOf(c.req.path),
    );
    if (before + length > MOST_IN_PROGRESS) return c.text(TOO_MANY, 429, { connection: "close" });
    inProgress.set(network, before + length);
    try {
      return await limitSize(c, next);
    } finally {
      const left = inProgress.get(network)! - length;
      if (left > 0) inProgress.set(network, left);
      else inProgress.delete(network);
    }
  };
}

/**
 * Refuses bodies that are too large, by their declared length where there is one. What a handler leaves unread is read
 * and discarded before the answer goes out: an unread stream pauses the socket, so the next request on a kept connection
 * would get no answer, and closing it would look to a reverse proxy like a failing node.
 */
const limitSize: Bodies = async (c, next) => {
  if (c.req.header("transfer-encoding")) return chunkedLimit(c, next);
  const length = Number(c.req.header("content-length") ?? 0);
  const limit = limitOf(c.req.path);
  if (!(length <= LARGEST_PRODUCTS_FILE)) return c.text(TOO_LARGE, 413, { connection: "close" });
  if (length > limit) c.res = c.text(TOO_LARGE, 413);
  else await next();
  if (length > 0 && c.env?.incoming?.readableEnded === false) await discardBody(c.req.raw);
};

function limitOf(path: string): number {
  if (PRODUCTS_FILE.test(path)) return LARGEST_PRODUCTS_FILE;
  if (SMALL_FORM.test(path)) return SMALL_BODY;
  return MESSAGE_FORM.test(path) ? MESSAGE_BODY : LARGEST_BODY;
}

async function discardBody({ body, bodyUsed }: Request): Promise<void> {
  if (bodyUsed || !body || body.locked) return;
  try {
    await body.pipeTo(new WritableStream());
  } catch {
    // The sender has gone, or was too slow: the answer goes nowhere.
  }
}
