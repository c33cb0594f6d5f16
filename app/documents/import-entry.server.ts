import { sql } from "drizzle-orm";
import { importedFields, pictures, users } from "#db/schema/index.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import type { ImportReport } from "./import-report.server.ts";
import type { PictureSource, StoredPicture } from "./picture-source.server.ts";

/** What the import of every collection works with. */
export type Importing = {
  tx: Transaction;
  jobs: Jobs;
  report: ImportReport;
  pictures: PictureSource;
  /** The users that this import made, and whether their profile has come. */
  newUsers: Map<string, { email: string; hasProfile: boolean }>;
  /** Those that another shop made administrators. */
  newAdministrators: { id: string; name: string }[];
};

/** A document on its way in. */
export type Entry<T> = {
  file: string;
  line: number;
  id: string;
  /** As it was written. */
  raw: Record<string, unknown>;
  document: T;
  /** What no column holds, by the field's name. */
  kept: Record<string, unknown>;
  isRefused: boolean;
};

type Place = Pick<Entry<unknown>, "file" | "line" | "id">;

/** The document stays outside, and its reason is written down. */
export async function refuse(
  { report }: Pick<Importing, "report">,
  entry: Place & { isRefused?: boolean },
  field: string,
  reason: string,
): Promise<void> {
  entry.isRefused = true;
  const { file, line, id } = entry;
  await report.add({ kind: "refused", file, line, id, field, reason });
}

export async function note(
  { report }: Pick<Importing, "report">,
  { file, line, id }: Place,
  field: string,
  reason: string,
): Promise<void> {
  await report.add({ kind: "noted", file, line, id, field, reason });
}

/** Keeps a field that no column holds, to be written out again. */
export async function keep(
  importing: Pick<Importing, "report">,
  entry: Entry<unknown>,
  field: string,
  reason: string,
): Promise<void> {
  entry.kept[field] = entry.raw[field];
  await note(importing, entry, field, reason);
}

export async function saveKept(
  tx: Transaction,
  collection: string,
  list: readonly { id: string; kept: Record<string, unknown> }[],
): Promise<void> {
  const rows = list
    .filter(({ kept }) => Object.keys(kept).length > 0)
    .map(({ id, kept }) => ({ collection, documentId: id, fields: kept }));
  if (rows.length > 0) await tx.insert(importedFields).values(rows).onConflictDoNothing();
}

/** Adds the pictures that are not there yet, and asks for their renditions. */
export async function addPictures(
  { tx, jobs }: Pick<Importing, "tx" | "jobs">,
  list: readonly (StoredPicture | null)[],
): Promise<void> {
  const rows = list.filter((picture) => picture !== null);
  if (rows.length === 0) return;
  const added = await tx
    .insert(pictures)
    .values(rows)
    .onConflictDoNothing()
    .returning({ path: pictures.path });
  for (const { path } of added)
    await jobs.send(tx, "make-renditions", { path }, { singletonKey: path });
}

/** Which of these ids are users of the shop. */
export async function knownUsers(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    // One parameter however many there are: a statement takes 65,534.
    .where(sql`${users.id} = ANY(${sql.param([...new Set(ids)])}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Rows that one statement inserts: it takes 65,534 parameters. */
const ROWS_AT_ONCE = 1_000;

/** What hangs on a batch of documents has no limit of its own: it is written a slice at a time. */
export function slices<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  );
}
