import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { productImportLines, productImports } from "#db/schema/index.ts";
import { holdAccount, holdActor } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { emptied } from "../product-changes.ts";
import { insertProducts, lockNewWords, updateProducts } from "../write-products.server.ts";
import { resolveLines, type Resolved } from "./resolve-lines.server.ts";

/** Products written in one transaction: as long as an order for one of them may wait. */
const BATCH = 100;
/** The shop's own work comes first: the job rests as long as it worked, at least this. */
const SHORTEST_REST_MS = 50;
const START_LOCK = 4_021_967;
/** A running import whose job wrote nothing for this long has lost it (a killed process, a lost database). */
export const isAbandoned = sql<boolean>`${productImports.state} = 'running' AND ${productImports.updatedAt} < now() - interval '90 seconds'`;

export type StartOutcome =
  | { kind: "started" }
  /** Lines would empty fields, and nobody has confirmed that. */
  | { kind: "unconfirmed" }
  /** Another import runs: two at once would write over each other. */
  | { kind: "busy" }
  /** It is done, or runs already, or there is none. */
  | { kind: "not-waiting" };

/**
 * Starts what was checked, or goes on with what was stopped or abandoned, in a job. Where lines empty fields that are
 * filled, `mayEmpty` says that this was confirmed. Administrators only.
 */
export async function startImport(
  db: Database,
  jobs: Jobs,
  admin: Viewer,
  { importId, mayEmpty }: { importId: string; mayEmpty: boolean },
): Promise<StartOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator imports products");
  return db.transaction(async (tx) => {
    await holdActor(tx, admin);
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${START_LOCK})`);
    const other = await tx.$count(
      productImports,
      and(eq(productImports.state, "running"), ne(productImports.id, importId)),
    );
    if (other > 0) return { kind: "busy" };
    if (!mayEmpty && (await tx.$count(productImportLines, emptying(importId))) > 0)
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
    // The history tells an import as one act; its products' acts are its parts. Gone on with, it is the same import.
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

/** The lines of an import, not written yet, that empty a field. */
export const emptying = (importId: string) =>
  and(
    eq(productImportLines.importId, importId),
    eq(productImportLines.isDone, false),
    eq(productImportLines.outcome, "update"),
    ne(productImportLines.empties, []),
  );

/** Stops a running import after the batch that is being written; what is done stays. False when it didn't run. */
export async function cancelImport(
  db: Database,
  admin: Viewer,
  importId: string,
): Promise<boolean> {
  if (!admin.isAdmin) throw new Error("only an administrator imports products");
  const cancelled = await db
    .update(productImports)
    .set({ state: "cancelled", updatedAt: sql`now()` })
    .where(and(eq(productImports.id, importId), eq(productImports.state, "running")))
    .returning({ id: productImports.id });
  return cancelled.length > 0;
}

/** The imports that run: a process that starts takes them up again, the one that wrote them may be gone. */
export async function runningImports(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: productImports.id })
    .from(productImports)
    .where(eq(productImports.state, "running"));
  return rows.map(({ id }) => id);
}

/**
 * Writes the lines of a running import that are not done, to the end or until it is stopped. Each batch stands or
 * falls with its marks: a job that died is done again without doing anything twice, and two at once take turns.
 */
export async function runImport(
  db: Database,
  importId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const started = performance.now();
    if ((await importBatch(db, importId)) === "ended") return;
    await sleep(Math.max(SHORTEST_REST_MS, performance.now() - started));
  }
}

async function importBatch(db: Database, importId: string): Promise<"more" | "ended"> {
  return db.transaction(async (tx) => {
    const [last] = await tx
      .select({ adminId: productImports.adminId })
      .from(productImports)
      .where(eq(productImports.id, importId));
    // The account that the products will name, before they are locked (docs/locks.md); it may be gone.
    if (last?.adminId) await holdAccount(tx, last.adminId);
    const [running] = await tx
      .select({
        adminId: productImports.adminId,
        adminName: productImports.adminName,
        mayEmpty: productImports.mayEmpty,
      })
      .from(productImports)
      .where(and(eq(productImports.id, importId), eq(productImports.state, "running")))
      .for("update");
    if (!running) return "ended";
    // Gone, or somebody else's by now: the next batch holds theirs.
    if (running.adminId !== last?.adminId) return "more";
    const { line, product, isDone, outcome, empties } = productImportLines;
    const waiting = await tx
      .select({ line, product, outcome, empties })
      .from(productImportLines)
      .where(
        and(
          eq(productImportLines.importId, importId),
          eq(isDone, false),
          inArray(outcome, ["create", "update"]),
        ),
      )
      .orderBy(asc(line))
      .limit(BATCH);
    const lines = waiting.flatMap(({ line, product }) => (product ? { line, product } : []));
    const promised = new Map(waiting.map((row) => [row.line, row]));
    const { adminId, adminName, mayEmpty } = running;
    const resolved = (lines.length > 0 ? await resolveLines(tx, lines, { lock: true }) : []).map(
      (found) => {
        const { outcome, empties } = promised.get(found.line)!;
        return outcome === "create"
          ? asPromised(found)
          : asConfirmed(found, mayEmpty ? empties : []);
      },
    );
    const actor = adminId === null ? null : { id: adminId, name: adminName };
    const created = resolved.flatMap((found) => (found.kind === "create" ? found : []));
    const updated = resolved.flatMap((found) => (found.kind === "update" ? found : []));
    const act = { act: "product-imported", groupId: importId } as const;
    await lockNewWords(tx);
    await insertProducts(
      tx,
      actor,
      act,
      created.map(({ product }) => ({ id: newId(), ...product })),
    );
    await updateProducts(tx, actor, act, updated);
    await markDone(tx, importId, resolved);
    const isLast = waiting.length < BATCH;
    await tx
      .update(productImports)
      .set({
        ...(isLast && { state: "done" as const }),
        ...countsOf(resolved),
        updatedAt: sql`now()`,
      })
      .where(eq(productImports.id, importId));
    return isLast ? "ended" : "more";
  });
}

/** A line that was to make a product overwrites none that somebody made of this name meanwhile. */
function asPromised(found: Resolved): Resolved {
  if (found.kind !== "update" && found.kind !== "unchanged") return found;
  const reason =
    "Un produit de ce nom est apparu depuis la vérification\u00a0: vérifiez de nouveau le fichier.";
  const fault = { column: "nom", value: found.after.name, reason };
  return { line: found.line, kind: "faulty", fault };
}

/** A line empties no field that was empty when the emptying of fields was confirmed, and has been filled since. */
function asConfirmed(found: Resolved, mayBeEmptied: readonly string[]): Resolved {
  if (found.kind !== "update") return found;
  const column = emptied(found.changes).find((field) => !mayBeEmptied.includes(field));
  if (column === undefined) return found;
  const reason =
    "Ce champ a été rempli depuis la vérification, et cette ligne le viderait\u00a0: vérifiez de nouveau le fichier.";
  return { line: found.line, kind: "faulty", fault: { column, value: "", reason } };
}

async function markDone(
  tx: Transaction,
  importId: string,
  resolved: readonly Resolved[],
): Promise<void> {
  if (resolved.length === 0) return;
  const marks = resolved.map((line) => ({
    line: line.line,
    faults: line.kind === "faulty" ? [line.fault] : null,
  }));
  await tx.execute(sql`
    UPDATE product_import_lines SET is_done = true,
      outcome = CASE WHEN mark.faults IS NULL THEN outcome ELSE 'faulty' END,
      faults = coalesce(mark.faults, product_import_lines.faults)
    FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS mark (line integer, faults jsonb)
    WHERE import_id = ${importId} AND product_import_lines.line = mark.line`);
}

function countsOf(resolved: readonly Resolved[]) {
  const count = (kind: Resolved["kind"]) => resolved.filter((line) => line.kind === kind).length;
  const { doneCount, createdCount, updatedCount, refusedCount } = productImports;
  return {
    doneCount: sql`${doneCount} + ${resolved.length}`,
    createdCount: sql`${createdCount} + ${count("create")}`,
    updatedCount: sql`${updatedCount} + ${count("update")}`,
    refusedCount: sql`${refusedCount} + ${count("faulty")}`,
  };
}

/** Forgets imports that nobody touched for a quarter, with their lines. What they have written stays. */
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
