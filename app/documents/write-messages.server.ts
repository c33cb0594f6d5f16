import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { AuditedAct } from "#db/schema/audit.ts";
import { auditEvents, importedFields, messages } from "#db/schema/index.ts";
import type { historyDocument, messageDocument } from "./document-schema.ts";
import { knownUsers, saveExtra, type Entry, type Importing } from "./import-entry.server.ts";

/** Inserts new messages; returns how many. A message with an order's former id gets the order's new id (`orderIdFor`). */
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
  const renamed = entries.map((entry) => ({ entry, id: orderIds.get(entry.id) ?? entry.id }));
  const inserted = await tx
    .insert(messages)
    .values(
      renamed.map(({ id, entry: { document } }) => ({
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
  const insertedIds = new Set(inserted.map(({ id }) => id));
  await saveExtra(
    tx,
    "messages",
    renamed.flatMap(({ id, entry }) => (insertedIds.has(id) ? { id, extra: entry.extra } : [])),
  );
  return insertedIds.size;
}

/** Inserts new audit events; returns how many. */
export async function writeHistory(
  { tx }: Importing,
  entries: Entry<z.output<typeof historyDocument>>[],
): Promise<number> {
  const userIds = await knownUsers(
    tx,
    entries.map(({ document }) => document.uid),
  );
  const inserted = await tx
    .insert(auditEvents)
    .values(
      entries.map(({ document: { id, uid, name, act, subject, changes, createdAt, eclat } }) => ({
        id,
        actorId: userIds.has(uid) ? uid : null,
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
  const insertedIds = new Set(inserted.map(({ id }) => id));
  await saveExtra(
    tx,
    "history",
    entries.filter(({ id }) => insertedIds.has(id)),
  );
  return insertedIds.size;
}
