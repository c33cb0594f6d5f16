import { sql } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { importedFields, pictures, users } from "#db/schema/index.ts";
import type { ImportReport } from "./import-report.server.ts";
import type { PictureSource, StoredPicture } from "./picture-source.server.ts";

/** The state of a running import, shared by all collections. */
export type Importing = {
  tx: Transaction;
  jobs: Jobs;
  report: ImportReport;
  pictures: PictureSource;
  /** Users created by this import, by id; `hasProfile` becomes true when users.jsonl has their profile. */
  newUsers: Map<string, { email: string; hasProfile: boolean }>;
  /** New administrators from another shop's export. The audit trail gets one « admin-granted » event for each. */
  newAdministrators: { id: string; name: string }[];
};

/** A parsed document, with its file and line. */
export type Entry<T> = {
  file: string;
  line: number;
  id: string;
  /** The document before parsing. */
  raw: Record<string, unknown>;
  document: T;
  /** Fields without a column, stored in imported_fields so that an export writes them again. */
  extra: Record<string, unknown>;
  isRefused: boolean;
};

type Place = Pick<Entry<unknown>, "file" | "line" | "id">;

/** Marks the entry as refused (not imported) and reports why. */
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

/** Reports a change to a document that is imported. */
export async function note(
  { report }: Pick<Importing, "report">,
  { file, line, id }: Place,
  field: string,
  reason: string,
): Promise<void> {
  await report.add({ kind: "noted", file, line, id, field, reason });
}

/** Moves a field that fits no column to `extra`, and reports it. */
export async function keepField(
  importing: Pick<Importing, "report">,
  entry: Entry<unknown>,
  field: string,
  reason: string,
): Promise<void> {
  entry.extra[field] = entry.raw[field];
  await note(importing, entry, field, reason);
}

/** Stores the extra fields of inserted documents in the table imported_fields. `id` is the document's id in this shop. */
export async function saveExtra(
  tx: Transaction,
  collection: string,
  list: readonly { id: string; extra: Record<string, unknown> }[],
): Promise<void> {
  const rows = list
    .filter(({ extra }) => Object.keys(extra).length > 0)
    .map(({ id, extra }) => ({ collection, documentId: id, fields: extra }));
  if (rows.length > 0) await tx.insert(importedFields).values(rows).onConflictDoNothing();
}

/** Inserts the pictures that don't exist yet, and queues their renditions. */
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

/** The subset of these ids that are users of the shop. */
export async function knownUsers(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    // An array is one parameter; `inArray` would exceed the limit of 65,534.
    .where(sql`${users.id} = ANY(${sql.param([...new Set(ids)])}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

const ROWS_PER_INSERT = 1_000;

/** Splits rows into chunks of 1,000, because a statement takes at most 65,534 parameters. */
export function chunks<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, index) =>
    rows.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT),
  );
}
