import { sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";

type Referenced = { reference?: string | null };
/** The products that have a reference, by the reference in the spelling of the caller. */
type Holders = Map<string, { id: string; name: string }[]>;

/** Serialises the saves that give products a reference, before their rows are locked (docs/locks.md). */
export async function lockReferences(tx: Transaction, saved: readonly Referenced[]): Promise<void> {
  if (saved.some(({ reference }) => reference))
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('product references', 0))`);
}

/** The stored products with the references, in any case, of the saved ones. */
export async function holdersOf(db: Queryable, saved: readonly Referenced[]): Promise<Holders> {
  const references = saved.flatMap(({ reference }) => reference || []);
  if (references.length === 0) return new Map();
  // OFFSET 0 makes PostgreSQL scan the index for each reference, even while an import makes its statistics stale.
  const { rows } = await db.execute<{ asked: string; id: string; name: string }>(sql`
    SELECT asked, id, name FROM unnest(${sql.param(references)}::text[]) AS asked,
      LATERAL (SELECT id, name FROM products WHERE upper(reference) = upper(asked) OFFSET 0) AS holder
    ORDER BY id`);
  return Map.groupBy(rows, ({ asked }) => asked);
}

/**
 * The name of another product that already has the reference of a save; null if there is none, or if the reference is unchanged:
 * before 0.5.1 two products could have the same one.
 */
export function takenBy(
  holders: Holders,
  before: ({ id: string } & Referenced) | undefined,
  { reference }: Referenced,
): string | null {
  if (!reference || before?.reference?.toUpperCase() === reference.toUpperCase()) return null;
  return holders.get(reference)?.find(({ id }) => id !== before?.id)?.name ?? null;
}
