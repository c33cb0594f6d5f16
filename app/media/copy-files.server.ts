import { asc, gt } from "drizzle-orm";
import { pictures } from "#db/schema/index.ts";
import type { Database } from "#app/platform/db.server.ts";
import { filesOf } from "./pictures.server.ts";
import type { Storage } from "./storage.server.ts";

const AT_ONCE = 20;

export type CopiedFiles = {
  copied: number;
  /** There already, of the same size. */
  present: number;
  /** Paths of pictures whose file isn't where it should be. */
  missing: string[];
  /** Paths of files that read back from the other place aren't the same. */
  different: string[];
};

/**
 * Copies the files of every picture, with their renditions, from one place to another, and reads each back. The shop may
 * be open; what is there already is left alone, so that a second run copies what came since the first.
 */
export async function copyFiles(db: Database, from: Storage, to: Storage): Promise<CopiedFiles> {
  const tally: CopiedFiles = { copied: 0, present: 0, missing: [], different: [] };
  let last = "";
  for (;;) {
    const some = await db
      .select({ path: pictures.path, hasRenditions: pictures.hasRenditions })
      .from(pictures)
      .where(gt(pictures.path, last))
      .orderBy(asc(pictures.path))
      .limit(AT_ONCE);
    if (some.length === 0) return tally;
    last = some.at(-1)!.path;
    await Promise.all(
      some.map(async ({ path, hasRenditions }) => {
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
  const [here, there] = await Promise.all([from.find(path), to.find(path)]);
  if (there && (!here || here.size === there.size)) {
    tally.present++;
    return;
  }
  if (!here) {
    tally.missing.push(path);
    return;
  }
  const content = await from.read(path);
  await to.write(path, content);
  if (Buffer.compare(content, await to.read(path)) === 0) tally.copied++;
  else tally.different.push(path);
}
