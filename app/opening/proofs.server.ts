import { ne, or, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { shopProofs, type ProofName } from "#db/schema/index.ts";

/** Notes that something works now; `detail`: what was seen to work. At most one write an hour for the same. */
export async function recordProof(db: Queryable, name: ProofName, detail = ""): Promise<void> {
  await db
    .insert(shopProofs)
    .values({ name, detail })
    .onConflictDoUpdate({
      target: shopProofs.name,
      set: { provenAt: sql`now()`, detail },
      setWhere: or(
        ne(shopProofs.detail, detail),
        sql`${shopProofs.provenAt} < now() - interval '1 hour'`,
      ),
    });
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
