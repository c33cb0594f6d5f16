import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { AuditedAct } from "#db/schema/audit.ts";
import { auditEvents, importedFields, messages } from "#db/schema/index.ts";
import type { historyDocument, messageDocument } from "./document-schema.ts";
import { knownUsers, saveKept, type Entry, type Importing } from "./import-entry.server.ts";

/** Adds the messages that are not there yet; one about an order follows it to its new id. Returns how many. */
export async function writeMessages(
  { tx }: Importing,
  entries: Entry<z.output<typeof messageDocument>>[],
): Promise<number> {
  const formerId = sql<string>`${importedFields.fields}->>'id'`;
  const moved = await tx
    .select({ formerId, id: importedFields.documentId })
    .from(importedFields)
    .where(
      and(
        eq(importedFields.collection, "orders"),
        inArray(
          formerId,
          entries.map(({ id }) => id),
        ),
      ),
    );
  const orderIds = new Map(moved.map(({ formerId, id }) => [formerId, id]));
  const placed = entries.map((entry) => ({ entry, id: orderIds.get(entry.id) ?? entry.id }));
  const inserted = await tx
    .insert(messages)
    .values(
      placed.map(({ id, entry: { document } }) => ({
        id,
        title: document.title,
        message: document.message,
        isRead: document.isRead,
        email: document.email,
        company: document.campany,
        name: document.name,
        phoneNumber: document.phoneNumber,
        createdAt: document.eclat?.createdAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: messages.id });
  const made = new Set(inserted.map(({ id }) => id));
  await saveKept(
    tx,
    "messages",
    placed.flatMap(({ id, entry }) => (made.has(id) ? { id, kept: entry.kept } : [])),
  );
  return made.size;
}

/** Adds the acts that are not there yet; returns how many. */
export async function writeHistory(
  { tx }: Importing,
  entries: Entry<z.output<typeof historyDocument>>[],
): Promise<number> {
  const people = await knownUsers(
    tx,
    entries.map(({ document }) => document.uid),
  );
  const inserted = await tx
    .insert(auditEvents)
    .values(
      entries.map(({ document: { id, uid, name, act, subject, changes, createdAt, eclat } }) => ({
        id,
        actorId: people.has(uid) ? uid : null,
        actorName: name,
        act: act as AuditedAct,
        subjectType: subject.type,
        subjectId: subject.id,
        subjectName: subject.name,
        changes,
        groupId: eclat?.groupId,
        createdAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: auditEvents.id });
  const made = new Set(inserted.map(({ id }) => id));
  await saveKept(
    tx,
    "history",
    entries.filter(({ id }) => made.has(id)),
  );
  return made.size;
}
