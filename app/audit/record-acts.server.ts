import { inArray, lt, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { auditEvents, type AuditedAct, type AuditedChange } from "#db/schema/audit.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";

export type AuditedSubject = { type: "product" | "order" | "role"; id: string; name: string };

/**
 * Writes down who did what, in the transaction of the act itself: one never stands without the other.
 * `actor` is null for an act from the machine (a command); without an id, it is somebody who isn't there any more.
 */
export async function recordActs(
  tx: Queryable,
  actor: { id: string | null; name: string } | null,
  acts: readonly {
    act: AuditedAct;
    subject: AuditedSubject;
    changes?: AuditedChange[];
    /** The import that it is part of. */
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

/** Forgets acts of more than six years ago, for which nobody can be asked any more (tax procedures, LPF L102 B). */
export async function forgetOldActs(db: Database): Promise<void> {
  const old = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(lt(auditEvents.createdAt, sql`now() - interval '6 years'`))
    .for("update", { skipLocked: true });
  await db.delete(auditEvents).where(inArray(auditEvents.id, old));
}
