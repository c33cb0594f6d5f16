import { ne, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { outdatedPostgres } from "#app/platform/postgres-version.server.ts";
import type { Services } from "#app/request-context.ts";
import { shopProofs } from "#db/schema/index.ts";

/**
 * Notes that an administrator has read that the embedded PostgreSQL has known vulnerabilities. It counts for this version only. Nothing
 * to note without one, or when it is noted already.
 */
export async function acceptPostgres(
  { db, sql: connection, config }: Pick<Services, "db" | "sql" | "config">,
  admin: Admin,
): Promise<void> {
  const version = await outdatedPostgres(connection, config);
  if (version === null) return;
  await asAdmin(db, admin, async (tx) => {
    const noted = await tx
      .insert(shopProofs)
      .values({ name: "postgres", detail: version })
      .onConflictDoUpdate({
        target: shopProofs.name,
        set: { provenAt: sql`now()`, detail: version },
        setWhere: ne(shopProofs.detail, version),
      })
      .returning();
    if (noted.length === 0) return;
    const subject = { type: "settings", id: "opening", name: `PostgreSQL ${version}` } as const;
    await recordActs(tx, admin, [{ act: "postgres-accepted", subject }]);
  });
}
