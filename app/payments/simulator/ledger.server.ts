import type { Sql, TransactionSql } from "postgres";
import { ulid } from "ulid";

type Money = { currency_code: string; value: string };
type Capture = { id: string; status: string; amount: Money; custom_id?: string };
export type SimulatedRefund = { id: string; status: string; amount: Money; custom_id?: string };
type Unit = {
  custom_id?: string;
  invoice_id?: string;
  amount: Money;
  payee?: { merchant_id: string };
  payments?: { captures: Capture[]; refunds?: SimulatedRefund[] };
};
export type SimulatedOrder = {
  id: string;
  status: string;
  payer?: { email_address: string };
  purchase_units: Unit[];
};
/** How a scripted capture differs from an ordinary one. */
export type CaptureTwist = { status?: string; amount?: Money; payee?: string };

const MERCHANT = "SIMULATION0000";
export const newId = () => ulid().slice(-17);

/** The simulator's own books, in a schema of their own: they survive a restart, as the real provider's would. */
export function createLedger(sql: Sql) {
  let ready: Promise<unknown> | undefined;
  const open = () =>
    (ready ??= sql.unsafe(`
      SET client_min_messages = warning;
      CREATE SCHEMA IF NOT EXISTS paypal_simulator;
      CREATE TABLE IF NOT EXISTS paypal_simulator.orders (id text PRIMARY KEY, request_id text NOT NULL UNIQUE, body jsonb NOT NULL);
      ALTER TABLE paypal_simulator.orders ADD COLUMN IF NOT EXISTS capture_id text UNIQUE;
      CREATE TABLE IF NOT EXISTS paypal_simulator.refunds (request_id text PRIMARY KEY, body jsonb NOT NULL);
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
    /** The same request id always answers with the same order. */
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
    approve: (id: string, email: string) =>
      change(id, (order) =>
        order.status === "COMPLETED"
          ? order
          : { ...order, status: "APPROVED", payer: { email_address: email } },
      ),
    /** Captures once; asked again, answers with the same capture. */
    async capture(
      id: string,
      twist: CaptureTwist = {},
    ): Promise<{ order: SimulatedOrder; isNew: boolean } | "not-found" | "not-approved"> {
      let isNew = false;
      const captured = await change(id, (order) => {
        if (order.status === "COMPLETED") return order;
        if (order.status !== "APPROVED") return null;
        isNew = true;
        return withCapture(order, twist);
      });
      if (captured === undefined) return "not-found";
      return captured ? { order: captured, isNew } : "not-approved";
    },
    /** A capture that was pending has come out. */
    finishCapture: (id: string, status: string) =>
      change(id, (order) => {
        const [unit] = order.purchase_units;
        const captures = unit!.payments?.captures.map((capture) => ({ ...capture, status })) ?? [];
        return { ...order, purchase_units: [{ ...unit!, payments: { captures } }] };
      }),
    /** Gives back once per request id, and never more than was taken. */
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
        const sum = [...before, { amount }].reduce((all, one) => all + Number(one.amount.value), 0);
        if (sum > Number(capture!.amount.value)) return "too-much" as const;
        const refund = { id: newId(), status, amount, custom_id };
        const isWhole = sum === Number(capture!.amount.value);
        const taken = { ...capture!, status: isWhole ? "REFUNDED" : "PARTIALLY_REFUNDED" };
        const payments = { captures: [taken], refunds: [...before, refund] };
        await save(tx, { ...row.body, purchase_units: [{ ...unit!, payments }] });
        await tx`INSERT INTO paypal_simulator.refunds (request_id, body) VALUES (${requestId}, ${JSON.stringify(refund)}::jsonb)`;
        return { refund, isNew: true };
      });
    },
    async keepEvent(id: string, body: string): Promise<void> {
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
}

function withCapture(order: SimulatedOrder, twist: CaptureTwist): SimulatedOrder {
  const [unit] = order.purchase_units;
  const capture = {
    id: newId(),
    status: twist.status ?? "COMPLETED",
    amount: twist.amount ?? unit!.amount,
    custom_id: unit!.custom_id,
  };
  const payee = twist.payee ? { merchant_id: twist.payee } : unit!.payee;
  return {
    ...order,
    status: capture.status === "DECLINED" ? "APPROVED" : "COMPLETED",
    purchase_units: [{ ...unit!, payee, payments: { captures: [capture] } }],
  };
}
