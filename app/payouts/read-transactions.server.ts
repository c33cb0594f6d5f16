import { randomUUID } from "node:crypto";
import { eq, isNull, lt, or, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { ProviderTransaction } from "#app/payments/transactions-schema.ts";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Services } from "#app/request-context.ts";
import { providerReadings } from "#db/schema/index.ts";
import { storeTransactions } from "./store-transactions.server.ts";

type ReadingServices = Pick<Services, "db" | "paypal">;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Transaction Search API: the longest period of a call, how far back it goes, and how late a transaction may appear. */
const WINDOW_MS = 31 * DAY_MS;
const OLDEST_MS = 3 * 365 * DAY_MS - DAY_MS;
const DELAY_MS = 3 * HOUR_MS;
/** A period with too many transactions is halved down to this. */
const SHORTEST_MS = HOUR_MS;
/** How long a reading may take between two periods. A node that dies lets others read after it. */
const LEASE = sql`interval '5 minutes'`;

export type Reading = typeof providerReadings.$inferSelect;
export type ReadOutcome =
  | { kind: "read"; isComplete: boolean }
  /** Another node or request is reading. */
  | { kind: "busy" }
  /** No administrator has asked for the first reading. */
  | { kind: "not-started" }
  /** The account lacks the permission « Transaction search ». */
  | { kind: "not-authorized" }
  | { kind: "failed" };

/**
 * An administrator asks for the transactions; from the first time on, a job reads them daily.
 * `periods`: of at most 31 days, after which the reading continues the next time.
 */
export async function askForTransactions(
  services: ReadingServices,
  admin: Admin,
  { periods }: { periods: number },
): Promise<ReadOutcome> {
  await asAdmin(services.db, admin, async (tx) => {
    const started = await tx.insert(providerReadings).values({}).onConflictDoNothing().returning();
    if (started.length === 0) return;
    const subject = { type: "settings" as const, id: "payouts", name: "Mouvements PayPal" };
    await recordActs(tx, admin, [{ act: "payouts-started", subject }]);
  });
  return readTransactions(services, { periods });
}

/**
 * Reads the provider's transactions from where the last reading ended until now, and stores them period by period. One reader at
 * a time, by a lease: a second one is « busy ». Reading twice changes nothing.
 */
export async function readTransactions(
  services: ReadingServices,
  { periods = Number.POSITIVE_INFINITY }: { periods?: number } = {},
): Promise<ReadOutcome> {
  const { db } = services;
  const lease = randomUUID();
  const [taken] = await db
    .update(providerReadings)
    .set({ lease, leasedUntil: sql`now() + ${LEASE}` })
    .where(or(isNull(providerReadings.leasedUntil), lt(providerReadings.leasedUntil, sql`now()`)))
    .returning();
  if (!taken) return { kind: (await db.$count(providerReadings)) === 0 ? "not-started" : "busy" };
  const outcome = await readPeriods(services, { reading: taken, lease, periods });
  if (outcome.kind === "busy") return outcome;
  await db
    .update(providerReadings)
    .set({ lease: null, leasedUntil: null, ...stateAfter(outcome) })
    .where(eq(providerReadings.lease, lease));
  return outcome.kind === "failed" ? { kind: "failed" } : outcome;
}

type EndOfReading =
  | Exclude<ReadOutcome, { kind: "failed" | "not-started" }>
  | { kind: "failed"; reason: string };

function stateAfter(outcome: Exclude<EndOfReading, { kind: "busy" }>) {
  return {
    outcome: outcome.kind,
    detail: outcome.kind === "failed" ? outcome.reason.slice(0, 300) : null,
    ...(outcome.kind === "read" && { lastReadAt: sql`now()` }),
  };
}

async function readPeriods(
  { db, paypal }: ReadingServices,
  { reading, lease, periods }: { reading: Reading; lease: string; periods: number },
): Promise<EndOfReading> {
  const now = databaseNow();
  const isSameAccount = reading.account === paypal.account;
  const beginning =
    isSameAccount && reading.readUntil ? reading.readUntil.getTime() : await firstMoment(db, now);
  const readFrom = (isSameAccount && reading.readFrom) || new Date(beginning);
  let [from, length, read] = [await pendingSince(db, beginning), WINDOW_MS, 0];
  while (from < now) {
    if (read >= periods) return { kind: "read", isComplete: false };
    const until = Math.min(from + length, now);
    // oxlint-disable-next-line no-await-in-loop -- a period begins where the last one ended
    const answer = await readPeriod(paypal, new Date(from), new Date(until));
    if (answer.kind === "too-many" && length > SHORTEST_MS) {
      length = Math.max(length / 2, SHORTEST_MS);
      continue;
    }
    if (answer.kind !== "ok")
      return answer.kind === "too-many"
        ? { kind: "failed", reason: "RESULTSET_TOO_LARGE" }
        : answer;
    // What appears late is read again.
    const readUntil = new Date(Math.max(Math.min(until, now - DELAY_MS), beginning));
    // oxlint-disable-next-line no-await-in-loop -- in order
    const isStored = await db.transaction(async (tx) => {
      const [held] = await tx
        .update(providerReadings)
        .set({
          account: paypal.account,
          readFrom,
          readUntil,
          leasedUntil: sql`now() + ${LEASE}`,
        })
        .where(eq(providerReadings.lease, lease))
        .returning({ account: providerReadings.account });
      if (!held) return false;
      await storeTransactions(tx, answer.transactions, readUntil);
      return true;
    });
    if (!isStored) return { kind: "busy" };
    [from, read] = [until, read + 1];
  }
  const balance = await paypal.readBalance();
  if (balance.kind === "ok" && balance.body)
    await db
      .update(providerReadings)
      .set({ balanceCents: balance.body.amountCents, balanceAt: balance.body.at })
      .where(eq(providerReadings.lease, lease));
  return { kind: "read", isComplete: true };
}

type PeriodAnswer =
  | { kind: "ok"; transactions: ProviderTransaction[] }
  | { kind: "too-many" }
  | { kind: "not-authorized" }
  | { kind: "failed"; reason: string };

/** All pages of a period. */
async function readPeriod(
  paypal: ReadingServices["paypal"],
  from: Date,
  until: Date,
): Promise<PeriodAnswer> {
  // A transaction may move to the next page while they are read.
  const found = new Map<string, ProviderTransaction>();
  for (let [page, pageCount] = [1, 1]; page <= pageCount; page++) {
    // oxlint-disable-next-line no-await-in-loop -- the first page tells how many there are
    const answer = await paypal.listTransactions({ from, until, page });
    if (answer.kind === "unknown") return { kind: "failed", reason: answer.reason };
    if (answer.kind === "refused")
      return answer.issue === "RESULTSET_TOO_LARGE"
        ? { kind: "too-many" }
        : NOT_AUTHORIZED.has(answer.issue)
          ? { kind: "not-authorized" }
          : { kind: "failed", reason: answer.issue };
    pageCount = answer.body.pageCount;
    for (const transaction of answer.body.transactions) found.set(transaction.id, transaction);
  }
  return { kind: "ok", transactions: [...found.values()] };
}

const NOT_AUTHORIZED = new Set(["NOT_AUTHORIZED", "PERMISSION_DENIED", "HTTP 403"]);

/** When the first payment was started, in ms; a month ago without payments. At most three years ago. */
async function firstMoment(db: ReadingServices["db"], now: number): Promise<number> {
  const { rows } = await db.execute<{ at: number | null }>(
    sql`SELECT extract(epoch FROM min(created_at))::float8 * 1000 AS at FROM payments WHERE capture_id IS NOT NULL`,
  );
  return Math.max(Math.floor(rows[0]?.at ?? now - WINDOW_MS) - DAY_MS, now - OLDEST_MS);
}

/** `beginning`, or earlier when a transaction of the last 31 days is still pending: its status is read again. Ms. */
async function pendingSince(db: ReadingServices["db"], beginning: number): Promise<number> {
  const { rows } = await db.execute<{ at: number | null }>(sql`
    SELECT extract(epoch FROM min(initiated_at))::float8 * 1000 AS at FROM provider_transactions
    WHERE status = 'P' AND initiated_at > ${new Date(beginning - WINDOW_MS).toISOString()}`);
  return Math.min(Math.floor(rows[0]?.at ?? beginning), beginning);
}
