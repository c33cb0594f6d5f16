import { sql } from "drizzle-orm";
import type { z } from "zod";
import { comments, reviewReports } from "#db/schema/index.ts";
import { refuse, type Entry, type Importing } from "./import-entry.server.ts";
import type { reportDocument } from "./report-document-schema.ts";

/** Inserts reports of comments; returns how many. A comment that the shop doesn't have counts as removed. */
export async function writeReports(
  importing: Importing,
  entries: Entry<z.output<typeof reportDocument>>[],
): Promise<number> {
  const { tx } = importing;
  for (const entry of entries) {
    const { decision, decisionReason, decidedAt } = entry.document;
    const isDecided = decision !== null;
    if (isDecided !== (decisionReason !== null) || isDecided !== (decidedAt !== null))
      await refuse(importing, entry, "decision", "n’a pas de raisons ou pas de date");
  }
  const accepted = entries.filter(({ isRefused }) => !isRefused);
  if (accepted.length === 0) return 0;
  const ids = accepted.flatMap(({ document: { commentId } }) => commentId ?? []);
  const known = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(sql`${comments.id} = ANY(${sql.param(ids)}::text[])`);
  const knownIds = new Set(known.map(({ id }) => id));
  const inserted = await tx
    .insert(reviewReports)
    .values(
      accepted.map(({ document }) => ({
        ...document,
        commentId: knownIds.has(document.commentId ?? "") ? document.commentId : null,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: reviewReports.id });
  return inserted.length;
}
