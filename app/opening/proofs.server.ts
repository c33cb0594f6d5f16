import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { shopProofs, type ProofName } from "#db/schema/index.ts";

const isRecent = (name: ProofName, detail: string) =>
  and(
    eq(shopProofs.name, name),
    eq(shopProofs.detail, detail),
    sql`${shopProofs.provenAt} >= now() - interval '1 hour'`,
  );

/** Whether this was noted within the last hour. */
export async function isProven(db: Queryable, name: ProofName, detail = ""): Promise<boolean> {
  return (await db.$count(shopProofs, isRecent(name, detail))) > 0;
}

/** Notes that something works now; `detail`: what was seen to work. At most one write an hour for the same. */
export async function recordProof(db: Queryable, name: ProofName, detail = ""): Promise<void> {
  // ON CONFLICT locks the row even if it changes nothing: concurrent payments would wait for each other.
  if (await isProven(db, name, detail)) return;
  await db
    .insert(shopProofs)
    .values({ name, detail })
    .onConflictDoUpdate({ target: shopProofs.name, set: { provenAt: sql`now()`, detail } });
}

export type Proof = { provenAt: Date; detail: string; ageHours: number };

/** What was proven, by its name, with its age by the database's clock. */
export async function readProofs(db: Queryable): Promise<Partial<Record<ProofName, Proof>>> {
  const rows = await db
    .select({
      name: shopProofs.name,
      provenAt: shopProofs.provenAt,
      detail: shopProofs.detail,
      ageHours: sql<number>`extract(epoch FROM now() - ${shopProofs.provenAt})::float8 / 3600`,
    })
    .from(shopProofs);
  return Object.fromEntries(rows.map(({ name, ...proof }) => [name, proof]));
}
