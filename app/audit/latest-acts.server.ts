import { and, desc, eq } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { postedOf, type Loaded, type Merged } from "#app/ui/areas/form-version.ts";
import { auditEvents } from "#db/schema/audit.ts";
import type { AuditedSubject } from "./record-acts.server.ts";

type Subject = Pick<AuditedSubject, "type" | "id">;

/** The latest acts on a subject, newest first. */
export async function latestActs(db: Queryable, { type, id }: Subject, limit: number) {
  return db
    .select({
      id: auditEvents.id,
      act: auditEvents.act,
      actorName: auditEvents.actorName,
      changes: auditEvents.changes,
      createdAt: auditEvents.createdAt,
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectType, type), eq(auditEvents.subjectId, id)))
    .orderBy(desc(auditEvents.id))
    .limit(limit);
}

export type LatestAct = Awaited<ReturnType<typeof latestActs>>[number];

/** The answer to a versioned form whose subject somebody else has saved meanwhile: what is stored now, and the two edits merged. */
export async function conflictAnswer<Start extends Loaded<object>, Field extends string>(
  db: Queryable,
  subject: Subject,
  stored: Start,
  { merged, clashes }: Merged<Start["draft"], Field>,
) {
  const [last] = await latestActs(db, subject, 1);
  const by = last?.actorName ?? "Quelqu’un d’autre";
  return {
    kind: "conflict" as const,
    draft: merged,
    posted: postedOf(stored),
    start: stored,
    conflict: { clashes, by, at: last?.createdAt ?? null },
  };
}
