import { asc, eq, not } from "drizzle-orm";
import type { Database } from "#app/platform/db.server.ts";
import { pictures } from "#db/schema/index.ts";
import { runDecoder } from "./run-decoder.server.ts";
import type { Storage } from "./storage.server.ts";

/** The widths of a picture's renditions, in pixels. */
export const RENDITION_WIDTHS = [320, 640, 960] as const;
/** Kernel limits of the decoder; enough for the largest master, imported ones included. */
const LIMITS = { megabytes: 512, cpuSeconds: 30 };

/** The paths of the first `limit` pictures without renditions, sorted by path. */
export async function picturesWithoutRenditions(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ path: pictures.path })
    .from(pictures)
    .where(not(pictures.hasRenditions))
    .orderBy(asc(pictures.path))
    .limit(limit);
  return rows.map(({ path }) => path);
}

/**
 * Makes the WebP renditions of a stored picture (`{path}/320.webp`, 640, 960; never enlarged) and sets `hasRenditions`, so
 * that pages use them. Idempotent. Does nothing for a deleted picture.
 * @throws when the master file is missing or no picture, and when the decoder reaches its limits
 */
export async function makeRenditions(db: Database, storage: Storage, path: string): Promise<void> {
  if ((await db.$count(pictures, eq(pictures.path, path))) === 0) return;
  const master = await storage.read(path);
  const decoded = await runDecoder(
    { kind: "renditions", master, widths: RENDITION_WIDTHS },
    LIMITS,
  );
  if (decoded.kind === "ended") throw new Error(`renditions of ${path}: ${decoded.signal}`);
  for (const [index, rendition] of decoded.result.entries())
    await storage.write(`${path}/${RENDITION_WIDTHS[index]}.webp`, rendition);
  await db.update(pictures).set({ hasRenditions: true }).where(eq(pictures.path, path));
}
