import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { lockSubmission } from "#app/platform/sent-again.server.ts";
import { auditEvents, type AuditedAct, type AuditedChange } from "#db/schema/audit.ts";

export type AuditedSubject = {
  type: "product" | "order" | "role" | "settings" | "access";
  id: string;
  name: string;
};

/** A customer as the actor in the audit trail, which names only administrators (decision 46). */
export const CUSTOMER = { id: null, name: "Client" };
/** The shop itself: a job. */
export const SHOP = { id: null, name: "Boutique" };

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

/** Data that an administrator read. `id`: the data, « commandes.csv »; `changes`: facts, for example the period of an export. */
export type Access = {
  act: AuditedAct;
  id: string;
  name: string;
  changes?: AuditedChange[];
};

/**
 * Inserts an event for data that an administrator reads, at most once an hour for the same data: a GET is repeated by live
 * updates, and by links on other sites.
 */
export async function recordAccess(
  db: Database,
  admin: { id: string; name: string },
  { act, id, name, changes = [] }: Access,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSubmission(tx, "access", admin.id, act, id);
    const [recent] = await tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.subjectType, "access"),
          eq(auditEvents.subjectId, id),
          eq(auditEvents.act, act),
          eq(auditEvents.actorId, admin.id),
          eq(auditEvents.changes, changes),
          gt(auditEvents.createdAt, sql`now() - interval '1 hour'`),
        ),
      )
      .limit(1);
    const subject = { type: "access", id, name } as const;
    if (!recent) await recordActs(tx, admin, [{ act, subject, changes }]);
  });
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
