import { asc, gt } from "drizzle-orm";
import type { Database } from "#app/platform/db.server.ts";
import { pictures } from "#db/schema/index.ts";
import { filesOf } from "./pictures.server.ts";
import type { Storage } from "./storage.server.ts";

const AT_ONCE = 20;

export type CopiedFiles = {
  copied: number;
  /** Number of files that the target had already: of the same size, or no longer in the source. */
  present: number;
  /** Paths of files missing in the source. */
  missing: string[];
  /** Paths of files whose copy, read back, differs from the source. */
  different: string[];
};

/**
 * Copies the files of every picture, with their renditions, from one storage to another. Each copy is read back and
 * compared. The shop may be running. Files that the target has already are skipped, so that a second run copies only the
 * pictures that were added since the first.
 */
export async function copyFiles(db: Database, from: Storage, to: Storage): Promise<CopiedFiles> {
  const tally: CopiedFiles = { copied: 0, present: 0, missing: [], different: [] };
  let last = "";
  for (;;) {
    const batch = await db
      .select({ path: pictures.path, hasRenditions: pictures.hasRenditions })
      .from(pictures)
      .where(gt(pictures.path, last))
      .orderBy(asc(pictures.path))
      .limit(AT_ONCE);
    if (batch.length === 0) return tally;
    last = batch.at(-1)!.path;
    await Promise.all(
      batch.map(async ({ path, hasRenditions }) => {
        for (const file of hasRenditions ? filesOf(path) : [path])
          await copyFile(file, { from, to }, tally);
      }),
    );
  }
}

async function copyFile(
  path: string,
  { from, to }: { from: Storage; to: Storage },
  tally: CopiedFiles,
): Promise<void> {
  const [source, target] = await Promise.all([from.find(path), to.find(path)]);
  if (target && (!source || source.size === target.size)) {
    tally.present++;
    return;
  }
  if (!source) {
    tally.missing.push(path);
    return;
  }
  const content = await from.read(path);
  await to.write(path, content);
  if (Buffer.compare(content, await to.read(path)) === 0) tally.copied++;
  else tally.different.push(path);
}
