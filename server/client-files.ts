import { mkdirSync } from "node:fs";
import { cp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { AppEnv } from "./headers.ts";

/** Absolute, so that the shop may be started from any folder. */
export const CLIENT_FILES = fileURLToPath(
  import.meta.env.DEV
    ? new URL("../build/client", import.meta.url)
    : new URL("../client", import.meta.url),
);
/** So long a page that is open may belong to a build that was replaced. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** The folder of the files that this shop's builds had, this one's and the former ones'. */
export function keptFiles({ dataDir }: { dataDir: string }): string {
  const folder = join(dataDir, "builds");
  mkdirSync(join(folder, "assets"), { recursive: true });
  return folder;
}

/** Serves the files of the folder `root`; `precompressed` ones lie beside them (scripts/build.ts). */
export const staticFiles = (
  root: string,
  cacheControl: string,
  { precompressed = false }: { precompressed?: boolean } = {},
) =>
  serveStatic<AppEnv>({
    root,
    precompressed,
    onFound: (_path, c) => c.header("cache-control", cacheControl),
  });

/**
 * Puts this build's files beside those of the former builds: a page that was opened before a new version came goes on
 * with the code it began with, which no build has any more.
 */
export async function keepClientFiles(config: { dataDir: string }): Promise<void> {
  const kept = join(keptFiles(config), "assets");
  await cp(join(CLIENT_FILES, "assets"), kept, { recursive: true });
  for (const name of await readdir(kept)) {
    const file = join(kept, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < Date.now() - KEPT_MS) await rm(file);
  }
}
