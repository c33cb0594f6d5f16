import { and, eq, inArray, lt, ne, sql, type SQL } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { IMPORT_NOTICE } from "#app/messages/shop-notice.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { productImportLines, productImports } from "#db/schema/index.ts";

const START_LOCK = 4_021_967;
/**
 * The SQL condition that an import's job is lost (a killed process, a lost database): it is running, but wrote nothing for 90
 * seconds.
 */
export const isAbandoned = sql<boolean>`${productImports.state} = 'running' AND ${productImports.updatedAt} < now() - interval '90 seconds'`;

export type StartOutcome =
  | { kind: "started" }
  /** Lines would empty fields, and the administrator did not confirm this. */
  | { kind: "unconfirmed" }
  /** Another import is running. Two concurrent imports would overwrite each other's changes. */
  | { kind: "busy" }
  /** The import is done or running already, or does not exist. */
  | { kind: "not-waiting" };

/**
 * Starts a checked import, or resumes a cancelled or abandoned one, in a job. `mayEmpty`: the administrator confirmed that
 * lines may empty fields.
 */
export async function startImport(
  db: Database,
  jobs: Jobs,
  admin: Admin,
  { importId, mayEmpty }: { importId: string; mayEmpty: boolean },
): Promise<StartOutcome> {
  await db.transaction((tx) =>
    interruptImport(tx, and(isAbandoned, ne(productImports.id, importId))),
  );
  return asAdmin(db, admin, async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${START_LOCK})`);
    const other = await tx.$count(
      productImports,
      and(eq(productImports.state, "running"), ne(productImports.id, importId)),
    );
    if (other > 0) return { kind: "busy" };
    if (!mayEmpty && (await tx.$count(productImportLines, emptiesFields(importId))) > 0)
      return { kind: "unconfirmed" };
    const [before] = await tx
      .select({ startedAt: productImports.startedAt, fileName: productImports.fileName })
      .from(productImports)
      .where(eq(productImports.id, importId));
    const started = await tx
      .update(productImports)
      .set({
        state: "running",
        mayEmpty,
        adminId: admin.id,
        adminName: admin.name,
        startedAt: sql`now()`,
        doneBefore: sql`${productImports.doneCount}`,
        interruptedLine: null,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(productImports.id, importId),
          sql`(${inArray(productImports.state, ["checked", "cancelled"])} OR ${isAbandoned})`,
        ),
      )
      .returning({ id: productImports.id });
    if (started.length === 0) return { kind: "not-waiting" };
    // The audit log shows an import as one act that groups its products' acts. A resumed import is the same act.
    if (before?.startedAt === null)
      await recordActs(tx, admin, [
        {
          act: "products-imported",
          subject: { type: "product", id: importId, name: before.fileName },
        },
      ]);
    await jobs.send(tx, "import-products", { importId });
    return { kind: "started" };
  });
}

/** The condition for unwritten lines of an import that empty a field. */
export const emptiesFields = (importId: string) =>
  and(
    eq(productImportLines.importId, importId),
    eq(productImportLines.isDone, false),
    eq(productImportLines.outcome, "update"),
    ne(productImportLines.empties, []),
  );

/** Stops a running import after the current batch; written lines stay. Returns false when the import was not running. */
export function cancelImport(db: Database, admin: Admin, importId: string): Promise<boolean> {
  return asAdmin(db, admin, async (tx) => {
    const cancelled = await tx
      .update(productImports)
      .set({ state: "cancelled", updatedAt: sql`now()` })
      .where(and(eq(productImports.id, importId), eq(productImports.state, "running")))
      .returning({ id: productImports.id });
    return cancelled.length > 0;
  });
}

/** The ids of running imports. A starting process queues them again, because the process that ran them may have ended. */
export async function runningImports(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: productImports.id })
    .from(productImports)
    .where(eq(productImports.state, "running"));
  return rows.map(({ id }) => id);
}

/** SQL: the first line that an import has not written; 1 when it has written all. */
const NEXT_LINE = sql<number>`(SELECT coalesce(min(line), 1) FROM product_import_lines
  WHERE import_id = ${productImports.id} AND NOT is_done AND outcome IN ('create', 'update'))`;

/** Ends the matching import at its next line, and tells the administrators. Returns that line; null when none matched. */
export async function interruptImport(
  tx: Transaction,
  matching: SQL | undefined,
): Promise<number | null> {
  const [ended] = await tx
    .update(productImports)
    .set({ state: "cancelled", interruptedLine: NEXT_LINE, updatedAt: sql`now()` })
    .where(matching)
    .returning({
      id: productImports.id,
      fileName: productImports.fileName,
      line: productImports.interruptedLine,
    });
  if (!ended) return null;
  const { id, fileName, line } = ended;
  await addMessage(tx, {
    id: `${IMPORT_NOTICE}${id}-${line}`,
    title: "Un import de produits s’est interrompu",
    message: `L’import de «\u00a0${fileName}\u00a0» s’est arrêté à la ligne ${line}. Ce qui est fait est gardé, et le reste peut être repris.`,
    email: "",
    name: "La boutique",
    phoneNumber: "",
  });
  return line;
}

/** Retention: deletes imports without a change for 90 days, with their lines. The imported products stay. */
export async function forgetOldImports(db: Database): Promise<void> {
  const old = db
    .select({ id: productImports.id })
    .from(productImports)
    .where(
      and(
        ne(productImports.state, "running"),
        lt(productImports.updatedAt, sql`now() - interval '90 days'`),
      ),
    )
    .for("update", { skipLocked: true });
  await db.delete(productImports).where(inArray(productImports.id, old));
}
