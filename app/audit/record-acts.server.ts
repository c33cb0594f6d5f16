import { inArray, lt, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { auditEvents, type AuditedAct, type AuditedChange } from "#db/schema/audit.ts";

export type AuditedSubject = {
  type: "product" | "order" | "role" | "settings";
  id: string;
  name: string;
};

/**
 * Inserts audit events in the transaction of the change, so that both commit or neither does. `actor` is null for a
 * command-line script or a job, and for an import whose administrator's account was deleted. `actor.id` is null when the
 * actor is no administrator: the payment provider, or a customer, whom the audit trail must not identify.
 */
export async function recordActs(
  tx: Queryable,
  actor: { id: string | null; name: string } | null,
  acts: readonly {
    act: AuditedAct;
    subject: AuditedSubject;
    changes?: AuditedChange[];
    /** The id of the import of products to which the act belongs. */
    groupId?: string;
  }[],
): Promise<void> {
  if (acts.length === 0) return;
  await tx.insert(auditEvents).values(
    acts.map(({ act, subject, changes = [], groupId }) => ({
      id: newId(),
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? "Commande de la machine",
      act,
      subjectType: subject.type,
      subjectId: subject.id,
      subjectName: subject.name,
      changes,
      groupId,
    })),
  );
}

/** Retention: deletes events older than six years (Livre des procédures fiscales, L102 B). */
export async function forgetOldActs(db: Database): Promise<void> {
  const old = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(lt(auditEvents.createdAt, sql`now() - interval '6 years'`))
    .for("update", { skipLocked: true });
  await db.delete(auditEvents).where(inArray(auditEvents.id, old));
}
