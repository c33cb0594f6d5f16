import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { lockAccountShared } from "#app/accounts/remove-account.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { isUnavailable } from "#app/platform/postgres.server.ts";
import { productImportLines, productImports } from "#db/schema/index.ts";
import { lockFamilies, placeProducts } from "../families/save-family.server.ts";
import { insertLinePlans } from "../prices/import-plans.server.ts";
import { emptied } from "../product-changes.ts";
import { lockReferences } from "../references.server.ts";
import { insertProducts, lockNewWords, updateProducts } from "../write-products.server.ts";
import { interruptImport } from "./import-state.server.ts";
import { resolveLines, type ResolvedLine } from "./resolve-lines.server.ts";

/** Lines per transaction at most. Few, because an order of one of the products waits for the transaction's locks. */
const BATCH = 100;
/** The shortest pause after a batch. The job pauses as long as the batch took, so that requests are served meanwhile. */
const SHORTEST_PAUSE_MS = 50;
/**
 * Writes the remaining lines of a running import until its end or cancellation. Each batch commits together with its lines'
 * `is_done` marks, so a repeated job writes nothing twice; concurrent jobs are serialised by the import's row lock. An error
 * ends the import at the line that caused it, which becomes a faulty one: returns that error, otherwise null.
 * @throws when the database is unavailable, or on abort: the repeated job continues
 */
export async function runImport(
  db: Database,
  importId: string,
  signal?: AbortSignal,
): Promise<{ error: unknown } | null> {
  for (let size = BATCH; ;) {
    signal?.throwIfAborted();
    const started = performance.now();
    try {
      if ((await importBatch(db, importId, size)) === "ended") return null;
      size = BATCH;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (size === 1) {
        await refuseNextLine(db, importId);
        return { error };
      }
      // Smaller batches, until the line that caused the error is alone in one.
      size = Math.floor(size / 2);
    }
    await sleep(Math.max(SHORTEST_PAUSE_MS, performance.now() - started));
  }
}

/** Interrupts a running import and marks its next line as faulty, so that a resumed import skips that line. */
async function refuseNextLine(db: Database, importId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const isRunning = and(eq(productImports.id, importId), eq(productImports.state, "running"));
    const line = await interruptImport(tx, isRunning);
    if (line === null) return;
    const reason =
      "La base de données a refusé cette ligne\u00a0: rien n’en est écrit. Corrigez-la, puis importez-la de nouveau. Le journal du serveur dit pourquoi.";
    const refused = [{ line, kind: "faulty", fault: { column: "", value: "", reason } }] as const;
    await markDone(tx, importId, refused);
    await tx.update(productImports).set(countsOf(refused)).where(eq(productImports.id, importId));
  });
}

async function importBatch(
  db: Database,
  importId: string,
  size: number,
): Promise<"more" | "ended"> {
  return db.transaction(async (tx) => {
    const [last] = await tx
      .select({ adminId: productImports.adminId })
      .from(productImports)
      .where(eq(productImports.id, importId));
    // The administrator's account is locked before the products that reference it (docs/locks.md). It may have been deleted.
    if (last?.adminId) await lockAccountShared(tx, last.adminId);
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
    // Another administrator resumed the import, or the account was deleted: the next batch locks the right account.
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
      .limit(size);
    const lines = waiting.flatMap(({ line, product }) => (product ? { line, product } : []));
    // Families are locked before products (docs/locks.md).
    if (lines.some(({ product }) => product.family !== undefined)) await lockFamilies(tx);
    await lockReferences(
      tx,
      lines.map(({ product }) => product),
    );
    const planned = new Map(waiting.map((row) => [row.line, row]));
    const { adminId, adminName, mayEmpty } = running;
    const resolved = (lines.length > 0 ? await resolveLines(tx, lines, { lock: true }) : []).map(
      (found) => {
        const { outcome, empties } = planned.get(found.line)!;
        return outcome === "create"
          ? refuseOverwrite(found)
          : refuseUnconfirmedEmptying(found, mayEmpty ? empties : []);
      },
    );
    const actor = adminId === null ? null : { id: adminId, name: adminName };
    const created = resolved.flatMap((found) => (found.kind === "create" ? found : []));
    const updated = resolved.flatMap((found) => (found.kind === "update" ? found : []));
    const act = { act: "product-imported", groupId: importId } as const;
    await lockNewWords(tx);
    const inserted = created.map(({ product, family, plan }) => ({
      row: { id: newId(), ...product },
      family,
      plan,
    }));
    await insertProducts(
      tx,
      actor,
      act,
      inserted.map(({ row }) => row),
    );
    await updateProducts(tx, actor, act, updated);
    const placed = [
      ...inserted.map(({ row, family, plan }) => ({ productId: row.id, family, plan })),
      ...updated.map(({ after, family, plan }) => ({ productId: after.id, family, plan })),
    ];
    await placeProducts(
      tx,
      placed.flatMap(({ productId, family }) =>
        family === undefined ? [] : [{ productId, family }],
      ),
    );
    await insertLinePlans(
      tx,
      placed.flatMap(({ productId, plan }) => (plan ? [{ productId, plan }] : [])),
    );
    await markDone(tx, importId, resolved);
    const isLast = waiting.length < size;
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

/** Refuses a line that the check reported as new if a product with this name was created since. */
function refuseOverwrite(found: ResolvedLine): ResolvedLine {
  if (found.kind !== "update" && found.kind !== "unchanged") return found;
  const reason =
    "Un produit de ce nom est apparu depuis la vérification\u00a0: vérifiez de nouveau le fichier.";
  const fault = { column: "nom", value: found.after.name, reason };
  return { line: found.line, kind: "faulty", fault };
}

/** Refuses a line that would empty a field which the administrator did not confirm, for example one filled since the check. */
function refuseUnconfirmedEmptying(
  found: ResolvedLine,
  mayBeEmptied: readonly string[],
): ResolvedLine {
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
  resolved: readonly ResolvedLine[],
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

function countsOf(resolved: readonly ResolvedLine[]) {
  const count = (kind: ResolvedLine["kind"]) =>
    resolved.filter((line) => line.kind === kind).length;
  const { doneCount, createdCount, updatedCount, refusedCount } = productImports;
  return {
    doneCount: sql`${doneCount} + ${resolved.length}`,
    createdCount: sql`${createdCount} + ${count("create")}`,
    updatedCount: sql`${updatedCount} + ${count("update")}`,
    refusedCount: sql`${refusedCount} + ${count("faulty")}`,
  };
}
