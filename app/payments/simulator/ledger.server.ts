import { ulid } from "ulid";
import type { Sql, TransactionSql } from "#app/platform/postgres.server.ts";
import type { Money, SimulatedOrder, SimulatedRefund } from "./simulated-order.ts";
import {
  saveTransactions,
  transactionsOf,
  type ListedTransaction,
  type SimulatedTransaction,
} from "./transactions.server.ts";

/** A scripted deviation of a capture. `once`: refuses a second payment of the same invoice id. */
export type CaptureFault = {
  status?: string;
  amount?: Money;
  payee?: string;
  isDeclined?: boolean;
  once?: boolean;
};
type CaptureOutcome =
  | { kind: "captured"; order: SimulatedOrder; isNew: boolean }
  | { kind: "refused"; issue: string }
  | { kind: "not-found" };

/** As the Transaction Search writes times: « 2026-11-20T10:00:00+0000 ». */
const LISTED_TIME = `YYYY-MM-DD"T"HH24:MI:SS"+0000"`;
const MERCHANT = "SIMULATION0000";
/** A random id of 17 characters, the length of PayPal's ids. */
export const simulatedId = () => ulid().slice(-17);

/** The simulator's ledger, in its own database schema: like the real provider's it survives a restart. */
export function createLedger(sql: Sql) {
  let ready: Promise<unknown> | undefined;
  const open = () =>
    (ready ??= sql.unsafe(`
      SET client_min_messages = warning;
      CREATE SCHEMA IF NOT EXISTS paypal_simulator;
      CREATE TABLE IF NOT EXISTS paypal_simulator.orders (id text PRIMARY KEY, request_id text NOT NULL UNIQUE, body jsonb NOT NULL);
      ALTER TABLE paypal_simulator.orders ADD COLUMN IF NOT EXISTS capture_id text UNIQUE;
      CREATE TABLE IF NOT EXISTS paypal_simulator.captures (request_id text PRIMARY KEY, refusal text);
      CREATE TABLE IF NOT EXISTS paypal_simulator.refunds (request_id text PRIMARY KEY, body jsonb NOT NULL);
      CREATE TABLE IF NOT EXISTS paypal_simulator.transactions (id text PRIMARY KEY, body jsonb NOT NULL,
        initiated_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
      CREATE TABLE IF NOT EXISTS paypal_simulator.events (id text PRIMARY KEY, body text NOT NULL)`));

  async function change(
    id: string,
    edit: (order: SimulatedOrder) => SimulatedOrder | null,
  ): Promise<SimulatedOrder | null | undefined> {
    await open();
    return sql.begin(async (tx) => {
      const order = await lock(tx, id);
      if (!order) return undefined;
      const edited = edit(order);
      if (edited && edited !== order) await save(tx, edited);
      return edited;
    });
  }

  return {
    open,
    /** Idempotent: the same request id returns the same order. */
    async create(requestId: string, order: SimulatedOrder): Promise<SimulatedOrder> {
      await open();
      const [unit] = order.purchase_units;
      const body = { ...order, purchase_units: [{ ...unit, payee: { merchant_id: MERCHANT } }] };
      await sql`INSERT INTO paypal_simulator.orders (id, request_id, body) VALUES (${order.id}, ${requestId}, ${JSON.stringify(body)}::jsonb) ON CONFLICT (request_id) DO NOTHING`;
      const [row] = await sql<
        { body: SimulatedOrder }[]
      >`SELECT body FROM paypal_simulator.orders WHERE request_id = ${requestId}`;
      return row!.body;
    },
    async read(id: string): Promise<SimulatedOrder | undefined> {
      await open();
      const [row] = await sql<
        { body: SimulatedOrder }[]
      >`SELECT body FROM paypal_simulator.orders WHERE id = ${id}`;
      return row?.body;
    },
    /** The payer's approval; `isDeclined`: with a card that the capture will decline. */
    approve: (id: string, email: string, isDeclined: boolean) =>
      change(id, (order) =>
        order.status === "COMPLETED"
          ? order
          : {
              ...order,
              status: "APPROVED",
              payer: { email_address: email },
              is_declined: isDeclined,
            },
      ),
    /** Captures once. A repeated request id gets the same response, refusals included. */
    async capture(requestId: string, id: string, fault: CaptureFault): Promise<CaptureOutcome> {
      await open();
      return sql.begin(async (tx) => {
        const order = await lock(tx, id);
        if (!order) return { kind: "not-found" };
        const [answered] = await tx<
          { refusal: string | null }[]
        >`SELECT refusal FROM paypal_simulator.captures WHERE request_id = ${requestId}`;
        if (answered?.refusal) return { kind: "refused", issue: answered.refusal };
        if (answered) return { kind: "captured", order, isNew: false };
        const refusal = await refusalOf(tx, order, fault);
        await tx`INSERT INTO paypal_simulator.captures (request_id, refusal) VALUES (${requestId}, ${refusal})`;
        if (refusal) return { kind: "refused", issue: refusal };
        const captured = withCapture(order, fault);
        await save(tx, captured);
        return { kind: "captured", order: captured, isNew: true };
      });
    },
    /** Ends a pending capture with this status. */
    finishCapture: (id: string, status: string) =>
      change(id, (order) => {
        const [unit] = order.purchase_units;
        const captures = unit!.payments?.captures.map((capture) => ({ ...capture, status })) ?? [];
        return { ...order, purchase_units: [{ ...unit!, payments: { captures } }] };
      }),
    /** Refunds once per request id, and never more than was captured. */
    async refund(
      requestId: string,
      captureId: string,
      { amount, custom_id, status }: { amount: Money; custom_id?: string; status: string },
    ): Promise<{ refund: SimulatedRefund; isNew: boolean } | "not-found" | "too-much"> {
      await open();
      return sql.begin(async (tx) => {
        const [row] = await tx<
          { body: SimulatedOrder }[]
        >`SELECT body FROM paypal_simulator.orders WHERE capture_id = ${captureId} FOR UPDATE`;
        if (!row) return "not-found" as const;
        const [known] = await tx<
          { body: SimulatedRefund }[]
        >`SELECT body FROM paypal_simulator.refunds WHERE request_id = ${requestId}`;
        if (known) return { refund: known.body, isNew: false };
        const [unit] = row.body.purchase_units;
        const [capture] = unit!.payments!.captures;
        const before = unit!.payments!.refunds ?? [];
        if (refundedSum([...before, { status: "PENDING", amount }]) > Number(capture!.amount.value))
          return "too-much" as const;
        const refund = { id: simulatedId(), status, amount, custom_id };
        await save(tx, withRefunds(row.body, [...before, refund]));
        await tx`INSERT INTO paypal_simulator.refunds (request_id, body) VALUES (${requestId}, ${JSON.stringify(refund)}::jsonb)`;
        return { refund, isNew: true };
      });
    },
    /** Ends all pending refunds with this status, and returns them. */
    async finishRefunds(status: string): Promise<{ captureId: string; refund: SimulatedRefund }[]> {
      await open();
      return sql.begin(async (tx) => {
        const rows = await tx<{ body: SimulatedOrder; capture_id: string }[]>`
          SELECT body, capture_id FROM paypal_simulator.orders
          WHERE body @? '$.purchase_units[*].payments.refunds[*] ? (@.status == "PENDING")' FOR UPDATE`;
        await tx`
          UPDATE paypal_simulator.refunds SET body = jsonb_set(body, '{status}', to_jsonb(${status}::text))
          WHERE body->>'status' = 'PENDING'`;
        const ended: { captureId: string; refund: SimulatedRefund }[] = [];
        for (const { body, capture_id: captureId } of rows) {
          const all = body.purchase_units[0]!.payments!.refunds!.map((refund) => {
            if (refund.status !== "PENDING") return refund;
            ended.push({ captureId, refund: { ...refund, status } });
            return { ...refund, status };
          });
          await save(tx, withRefunds(body, all));
        }
        return ended;
      });
    },
    /** The transactions of a period, oldest first. */
    async readTransactions(from: Date, until: Date): Promise<ListedTransaction[]> {
      await open();
      return sql<ListedTransaction[]>`
        SELECT body, to_char(initiated_at AT TIME ZONE 'UTC', ${LISTED_TIME}) AS "initiatedAt",
          to_char(updated_at AT TIME ZONE 'UTC', ${LISTED_TIME}) AS "updatedAt" FROM paypal_simulator.transactions
        WHERE initiated_at BETWEEN ${from} AND ${until} ORDER BY initiated_at, id`;
    },
    /** Adds transactions that no call of the shop makes: transfers, fees, holds, chargebacks. */
    async addTransactions(added: readonly SimulatedTransaction[]): Promise<void> {
      await open();
      await sql.begin((tx) => saveTransactions(tx, added));
    },
    async saveEvent(id: string, body: string): Promise<void> {
      await sql`INSERT INTO paypal_simulator.events (id, body) VALUES (${id}, ${body})`;
    },
    async readEvents(): Promise<string[]> {
      await open();
      const rows = await sql<
        { body: string }[]
      >`SELECT body FROM paypal_simulator.events ORDER BY id`;
      return rows.map(({ body }) => body);
    },
  };
}

async function lock(tx: TransactionSql, id: string): Promise<SimulatedOrder | undefined> {
  const [row] = await tx<
    { body: SimulatedOrder }[]
  >`SELECT body FROM paypal_simulator.orders WHERE id = ${id} FOR UPDATE`;
  return row?.body;
}

async function save(tx: TransactionSql, order: SimulatedOrder): Promise<void> {
  const captureId = order.purchase_units[0]?.payments?.captures[0]?.id ?? null;
  await tx`UPDATE paypal_simulator.orders SET body = ${JSON.stringify(order)}::jsonb, capture_id = ${captureId} WHERE id = ${order.id}`;
  await saveTransactions(tx, transactionsOf(order));
}

/** The error code with which the capture is refused; null if it succeeds. */
async function refusalOf(
  tx: TransactionSql,
  order: SimulatedOrder,
  fault: CaptureFault,
): Promise<string | null> {
  if (order.status === "COMPLETED") return "ORDER_ALREADY_CAPTURED";
  if (order.status !== "APPROVED") return "ORDER_NOT_APPROVED";
  if (fault.isDeclined || order.is_declined) return "INSTRUMENT_DECLINED";
  if (!fault.once) return null;
  const paid = await tx`
    SELECT 1 FROM paypal_simulator.orders WHERE id <> ${order.id}
      AND body #>> '{purchase_units,0,payments,captures,0,status}' <> 'DECLINED'
      AND body->'purchase_units'->0->>'invoice_id' = ${order.purchase_units[0]?.invoice_id ?? ""}`;
  return paid.length > 0 ? "DUPLICATE_INVOICE_ID" : null;
}

const refundedSum = (refunds: readonly Pick<SimulatedRefund, "status" | "amount">[]): number =>
  refunds
    .filter(({ status }) => status !== "FAILED")
    .reduce((sum, { amount }) => sum + Math.round(Number(amount.value) * 100), 0) / 100;

function withRefunds(order: SimulatedOrder, refunds: SimulatedRefund[]): SimulatedOrder {
  const [unit] = order.purchase_units;
  const [capture] = unit!.payments!.captures;
  const sum = refundedSum(refunds);
  const isFull = sum === Number(capture!.amount.value);
  const status = sum === 0 ? "COMPLETED" : isFull ? "REFUNDED" : "PARTIALLY_REFUNDED";
  const payments = { captures: [{ ...capture!, status }], refunds };
  return { ...order, purchase_units: [{ ...unit!, payments }] };
}

function withCapture(order: SimulatedOrder, fault: CaptureFault): SimulatedOrder {
  const [unit] = order.purchase_units;
  const capture = {
    id: simulatedId(),
    status: fault.status ?? "COMPLETED",
    amount: fault.amount ?? unit!.amount,
    custom_id: unit!.custom_id,
  };
  const payee = fault.payee ? { merchant_id: fault.payee } : unit!.payee;
  return {
    ...order,
    // A declined capture also completes the order: no other capture is possible.
    status: "COMPLETED",
    purchase_units: [{ ...unit!, payee, payments: { captures: [capture] } }],
  };
}
