import { ulid } from "ulid";
import { auditEvents, type AuditedAct, type AuditedChange } from "#db/schema/audit.ts";
import type { Queryable } from "#app/platform/db.server.ts";

export type AuditedSubject = { type: "product" | "order" | "role"; id: string; name: string };

/**
 * Writes down who did what, in the transaction of the act itself: one never stands without the other.
 * `actor` is null for an act from the machine (a command).
 */
export async function recordActs(
  tx: Queryable,
  actor: { id: string; name: string } | null,
  acts: readonly { act: AuditedAct; subject: AuditedSubject; changes?: AuditedChange[] }[],
): Promise<void> {
  if (acts.length === 0) return;
  await tx.insert(auditEvents).values(
    acts.map(({ act, subject, changes = [] }) => ({
      id: ulid(),
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? "Commande de la machine",
      act,
      subjectType: subject.type,
      subjectId: subject.id,
      subjectName: subject.name,
      changes,
    })),
  );
}
