import type { Sql } from "postgres";
import { ulid } from "ulid";

type Money = { currency_code: string; value: string };
type Unit = {
  custom_id?: string;
  invoice_id?: string;
  amount: Money;
  payments?: { captures: { id: string; status: string; amount: Money; custom_id?: string }[] };
};
export type SimulatedOrder = {
  id: string;
  status: string;
  payer?: { email_address: string };
  purchase_units: Unit[];
};

/** The simulator's own books, in a schema of their own: they survive a restart, as the real provider's would. */
export function createLedger(sql: Sql) {
  let ready: Promise<unknown> | undefined;
  const open = () =>
    (ready ??= sql.unsafe(`
      SET client_min_messages = warning;
      CREATE SCHEMA IF NOT EXISTS paypal_simulator;
      CREATE TABLE IF NOT EXISTS paypal_simulator.orders (id text PRIMARY KEY, request_id text NOT NULL UNIQUE, body jsonb NOT NULL)`));

  async function change(
    id: string,
    edit: (order: SimulatedOrder) => SimulatedOrder | null,
  ): Promise<SimulatedOrder | null | undefined> {
    await open();
    return sql.begin(async (tx) => {
      const [row] = await tx<
        { body: SimulatedOrder }[]
      >`SELECT body FROM paypal_simulator.orders WHERE id = ${id} FOR UPDATE`;
      if (!row) return undefined;
      const edited = edit(row.body);
      if (edited)
        await tx`UPDATE paypal_simulator.orders SET body = ${JSON.stringify(edited)}::jsonb WHERE id = ${id}`;
      return edited;
    });
  }

  return {
    /** The same request id always answers with the same order. */
    async create(requestId: string, order: SimulatedOrder): Promise<SimulatedOrder> {
      await open();
      await sql`INSERT INTO paypal_simulator.orders (id, request_id, body) VALUES (${order.id}, ${requestId}, ${JSON.stringify(order)}::jsonb) ON CONFLICT (request_id) DO NOTHING`;
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
    async capture(id: string): Promise<SimulatedOrder | "not-found" | "not-approved"> {
      const captured = await change(id, (order) => {
        if (order.status === "COMPLETED") return order;
        if (order.status !== "APPROVED") return null;
        const [unit] = order.purchase_units;
        const capture = {
          id: ulid().slice(-17),
          status: "COMPLETED",
          amount: unit!.amount,
          custom_id: unit!.custom_id,
        };
        return {
          ...order,
          status: "COMPLETED",
          purchase_units: [{ ...unit!, payments: { captures: [capture] } }],
        };
      });
      return captured === undefined ? "not-found" : (captured ?? "not-approved");
    },
  };
}
