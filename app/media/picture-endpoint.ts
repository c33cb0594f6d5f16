import { Readable } from "node:stream";
import { Hono } from "hono";
import { describeError } from "#app/platform/log.server.ts";
import type { Services } from "#app/request-context.ts";
import { isStoreUnavailable } from "./s3.server.ts";

const TYPES: Record<string, string> = { webp: "image/webp", png: "image/png" };
const YEAR = "public, max-age=31536000, immutable";

/**
 * GET and HEAD /media/*: stored pictures, from disk or bucket. Cached for a year, because the content of a URL never changes.
 */
export function pictureEndpoint({ storage, log }: Pick<Services, "storage" | "log">): Hono {
  const app = new Hono();
  // While the S3 store is unavailable: 503 without caching headers, since the picture exists.
  app.onError((error, c) => {
    if (!isStoreUnavailable(error)) throw error;
    log.warn({ error: describeError(error) }, "picture");
    return c.text("Cette image n’est pas là pour l’instant.", 503, { "retry-after": "10" });
  });
  app.get("*", async (c) => {
    const path = c.req.path.slice("/media/".length);
    const known = c.req.header("if-none-match");
    const isHead = c.req.raw.method === "HEAD";
    // The ETag is the file's size. HEAD needs no more; a conditional GET opens the file only if its ETag differs.
    const found = known || isHead ? await storage.find(path) : null;
    const file = found && (isHead || known === etagOf(found)) ? null : await storage.open(path);
    const { size } = file ?? found ?? {};
    if (size === undefined) return c.text("Not found", 404);
    const headers = { "cache-control": YEAR, etag: etagOf({ size }) };
    if (known === headers.etag) return new Response(null, { status: 304, headers });
    return new Response(file && (Readable.toWeb(file.stream) as ReadableStream), {
      headers: {
        ...headers,
        "content-type": TYPES[path.split(".").at(-1)!] ?? "image/jpeg",
        "content-length": String(size),
      },
    });
  });
  return app;
}

const etagOf = ({ size }: { size: number }) => `"${size.toString(36)}"`;
