import { sql } from "drizzle-orm";
import { pgTable } from "drizzle-orm/pg-core";

export type AuditedChange = { field: string; before: string | null; after: string | null };

/** One audited act, by an administrator, a command or a job (actorId null). Append-only. */
export const auditEvents = pgTable("audit_events", (t) => ({
  id: t.text("id").primaryKey(),
  actorId: t.text("actor_id"),
  actorName: t.text("actor_name").notNull(),
  act: t.text("act").$type<AuditedAct>().notNull(),
  subjectType: t
    .text("subject_type")
    .$type<"product" | "order" | "role" | "settings" | "access">()
    .notNull(),
  subjectId: t.text("subject_id").notNull(),
  subjectName: t.text("subject_name").notNull(),
  /** The import that the act belongs to (product_imports), or null. */
  groupId: t.text("group_id"),
  changes: t.jsonb("changes").$type<AuditedChange[]>().notNull().default([]),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  searchText: t
    .text("search_text")
    .notNull()
    .generatedAlwaysAs(sql`fold(actor_name || ' ' || subject_name)`),
}));

export type AuditedAct =
  | "product-created"
  | "product-updated"
  | "product-deleted"
  | "price-planned"
  | "price-plan-cancelled"
  | "product-imported"
  | "products-imported"
  | "order-confirmed"
  | "order-handed-over"
  | "tracking-changed"
  | "label-requested"
  | "label-cancelled"
  | "order-delivered"
  | "pick-up-recorded"
  | "contract-read"
  | "guest-link-renewed"
  | "guest-erased"
  | "order-disowned"
  | "order-cancelled"
  | "late-cancellation-stated"
  | "withdrawal-stated"
  | "withdrawal-linked"
  | "withdrawal-closed"
  | "withdrawal-taken-back"
  | "return-expected"
  | "return-received"
  | "return-closed"
  | "refund-asked"
  | "order-refunded"
  | "refund-refused"
  | "break-found"
  | "break-resolved"
  | "settings-updated"
  | "shop-opened"
  | "shop-closed"
  | "postgres-accepted"
  | "admin-granted"
  | "account-deleted"
  | "review-hidden"
  | "review-kept"
  | "review-restored"
  | "report-closed"
  | "lots-recorded"
  | "recall-published"
  | "recall-notified"
  | "recall-closed"
  | "effect-declared"
  | "effect-closed"
  | "stock-counted"
  | "stock-uncounted"
  | "stock-level-changed"
  | "payouts-started"
  | "administrator-signed-in"
  | "data-exported"
  | "health-data-read"
  | "mail-read"
  | "mail-resent";
