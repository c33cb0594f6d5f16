import { sql } from "drizzle-orm";
import { pgTable, timestamp } from "drizzle-orm/pg-core";

/** What a transaction of the provider is; « dispute »: chargebacks and reversals, « transfer »: to or from the bank. */
export type TransactionKind =
  | "capture"
  | "refund"
  | "dispute"
  | "fee"
  | "transfer"
  | "hold"
  | "other";
/** Denied, pending, succeeded, succeeded and reversed since. */
export type TransactionStatus = "D" | "P" | "S" | "V";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The transactions that PayPal lists (db/migrations/0032_payouts.sql). Those that moved money never change. */
export const providerTransactions = pgTable("provider_transactions", (t) => ({
  id: t.text("id").primaryKey(),
  code: t.text("code").notNull(),
  kind: t.text("kind").$type<TransactionKind>().notNull(),
  status: t.text("status").$type<TransactionStatus>().notNull(),
  amountCents: t.integer("amount_cents").notNull(),
  feeCents: t.integer("fee_cents").notNull().default(0),
  currency: t.text("currency").notNull(),
  referenceId: t.text("reference_id"),
  customId: t.text("custom_id"),
  initiatedAt: moment("initiated_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
  movedAt: moment("moved_at"),
  /** Whether the transaction is an entry of the accounts. */
  isBooked: t
    .boolean("is_booked")
    .notNull()
    .generatedAlwaysAs(sql`by its kind (db/migrations/0032_payouts.sql)`),
  year: t.smallint("year"),
  number: t.integer("number"),
}));

/** How far the transactions have been read: one row, inserted when an administrator starts the first reading. */
export const providerReadings = pgTable("provider_readings", (t) => ({
  onlyRow: t.boolean("only_row").primaryKey().default(true),
  startedAt: moment("started_at").notNull().defaultNow(),
  account: t.text("account").notNull().default(""),
  readFrom: moment("read_from"),
  readUntil: moment("read_until"),
  lastReadAt: moment("last_read_at"),
  outcome: t.text("outcome").$type<"read" | "not-authorized" | "failed">(),
  detail: t.text("detail"),
  balanceCents: t.bigint("balance_cents", { mode: "number" }),
  balanceAt: moment("balance_at"),
  lease: t.text("lease"),
  leasedUntil: moment("leased_until"),
}));
