import { mkdirSync } from "node:fs";
import { cp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { AppEnv } from "./headers.ts";

/** The folder of this build's client files. The path is absolute, so that the shop may be started from any folder. */
export const CLIENT_FILES = fileURLToPath(
  import.meta.env.DEV
    ? new URL("../build/client", import.meta.url)
    : new URL("../client", import.meta.url),
);
/** Pages opened before a deployment may request the previous builds' files for this long. */
const RETENTION_MS = 30 * 24 * 3_600_000;

/** The folder with the client files of this build and of earlier ones. Creates it if missing. */
export function archivedFiles({ dataDir }: { dataDir: string }): string {
  const folder = join(dataDir, "builds");
  mkdirSync(join(folder, "assets"), { recursive: true });
  return folder;
}

/** Serves the files of the folder `root`. `precompressed`: also their .br and .gz variants (scripts/build.ts). */
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
 * Copies this build's client files into the archive and deletes files older than RETENTION_MS. A page opened before a
 * deployment still loads code of its own build, which later builds no longer contain.
 */
export async function archiveClientFiles(config: { dataDir: string }): Promise<void> {
  const archive = join(archivedFiles(config), "assets");
  await cp(join(CLIENT_FILES, "assets"), archive, { recursive: true });
  for (const name of await readdir(archive)) {
    const file = join(archive, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < Date.now() - RETENTION_MS) await rm(file);
  }
}
