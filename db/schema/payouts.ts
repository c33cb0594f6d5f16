import { sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, smallint, text, timestamp } from "drizzle-orm/pg-core";

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
export const providerTransactions = pgTable("provider_transactions", {
  id: text("id").primaryKey(),
  code: text("code").notNull(),
  kind: text("kind").$type<TransactionKind>().notNull(),
  status: text("status").$type<TransactionStatus>().notNull(),
  amountCents: integer("amount_cents").notNull(),
  feeCents: integer("fee_cents").notNull().default(0),
  currency: text("currency").notNull(),
  referenceId: text("reference_id"),
  customId: text("custom_id"),
  initiatedAt: moment("initiated_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
  movedAt: moment("moved_at"),
  /** Whether the accounts have an entry of it. */
  isBooked: boolean("is_booked")
    .notNull()
    .generatedAlwaysAs(sql`by its kind (db/migrations/0032_payouts.sql)`),
  year: smallint("year"),
  number: integer("number"),
});

/** How far the transactions have been read: one row, since an administrator asked for the first reading. */
export const providerReadings = pgTable("provider_readings", {
  onlyRow: boolean("only_row").primaryKey().default(true),
  startedAt: moment("started_at").notNull().defaultNow(),
  account: text("account").notNull().default(""),
  readFrom: moment("read_from"),
  readUntil: moment("read_until"),
  lastReadAt: moment("last_read_at"),
  outcome: text("outcome").$type<"read" | "not-authorized" | "failed">(),
  detail: text("detail"),
  balanceCents: bigint("balance_cents", { mode: "number" }),
  balanceAt: moment("balance_at"),
  lease: text("lease"),
  leasedUntil: moment("leased_until"),
});
