import { Hono } from "hono";
import { Readable } from "node:stream";
import { describeError } from "#app/platform/log.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { isStoreAway } from "./s3.server.ts";

const TYPES: Record<string, string> = { webp: "image/webp", png: "image/png" };
const YEAR = "public, max-age=31536000, immutable";

/** The stored pictures, from the disk or the bucket. An address names one content for ever. */
export function pictureEndpoint({ storage, log }: Pick<Services, "storage" | "log">): Hono {
  const door = new Hono();
  // Nothing of it may be kept: the picture is there, and will be shown again.
  door.onError((error, c) => {
    if (!isStoreAway(error)) throw error;
    log.warn({ error: describeError(error) }, "picture");
    return c.text("Cette image n’est pas là pour l’instant.", 503, { "retry-after": "10" });
  });
  door.get("*", async (c) => {
    const path = c.req.path.slice("/media/".length);
    const known = c.req.header("if-none-match");
    const isHead = c.req.raw.method === "HEAD";
    // Whoever may have it already is told its size, and no file is opened.
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
  return door;
}

const etagOf = ({ size }: { size: number }) => `"${size.toString(36)}"`;
