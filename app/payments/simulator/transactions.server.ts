import { z } from "zod";
import type { TransactionSql } from "#app/platform/postgres.server.ts";
import type { SimulatedOrder } from "./simulated-order.ts";

/* The simulator's Transaction Search: a row for each capture and refund, and for what a test adds. */

const money = z.object({ currency_code: z.string().length(3), value: z.string().max(20) });
export const addedTransaction = z.object({
  id: z.string().max(64),
  code: z.string(),
  status: z.enum(["D", "P", "S", "V"]).default("S"),
  amount: money,
  fee: money.optional(),
  referenceId: z.string().optional(),
  customId: z.string().optional(),
  /** ISO 8601; now when missing. */
  at: z.iso.datetime().optional(),
});
export type SimulatedTransaction = z.output<typeof addedTransaction>;
export type ListedTransaction = {
  body: Omit<SimulatedTransaction, "at">;
  initiatedAt: string;
  updatedAt: string;
};

const CAPTURE_STATES: Record<string, "D" | "P" | "S"> = { DECLINED: "D", PENDING: "P" };
const REFUND_STATES: Record<string, "D" | "P" | "S"> = { FAILED: "D", PENDING: "P" };

/** The transactions of an order's captures and refunds. The fee is 2.9 % and 0.35 €, which a refund doesn't give back. */
export function transactionsOf({ purchase_units: [unit] }: SimulatedOrder): SimulatedTransaction[] {
  const { captures = [], refunds = [] } = unit?.payments ?? {};
  const customId = unit?.custom_id;
  return [
    ...captures.map(({ id, status, amount }) => ({
      id,
      code: "T0006",
      status: CAPTURE_STATES[status] ?? "S",
      amount,
      fee: {
        ...amount,
        value: (-(Math.round(Number(amount.value) * 2.9) + 35) / 100).toFixed(2),
      },
      customId,
    })),
    ...refunds.map(({ id, status, amount, custom_id }) => ({
      id,
      code: "T1107",
      status: REFUND_STATES[status] ?? "S",
      amount: { ...amount, value: `-${amount.value}` },
      referenceId: captures[0]?.id,
      customId: custom_id,
    })),
  ];
}

export async function saveTransactions(
  tx: TransactionSql,
  transactions: readonly SimulatedTransaction[],
): Promise<void> {
  for (const { at, ...body } of transactions)
    // oxlint-disable-next-line no-await-in-loop -- one transaction
    await tx`INSERT INTO paypal_simulator.transactions AS known (id, body, initiated_at, updated_at)
      VALUES (${body.id}, ${JSON.stringify(body)}::jsonb, coalesce(${at ?? null}::timestamptz, now()), coalesce(${at ?? null}::timestamptz, now()))
      ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = now() WHERE known.body <> excluded.body`;
}

/** Transaction Search API: the longest period of a call. */
export const LONGEST_PERIOD_MS = 31 * 24 * 3_600_000;
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
export const transactionQuery = z.object({
  start_date: moment,
  end_date: moment,
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
});

/** A page of the API's response. */
export function pageOf(all: readonly ListedTransaction[], page: number, size: number) {
  const listed = all.slice((page - 1) * size, page * size);
  return {
    transaction_details: listed.map(({ body, initiatedAt, updatedAt }) => ({
      transaction_info: {
        transaction_id: body.id,
        ...(body.referenceId && { paypal_reference_id: body.referenceId }),
        transaction_event_code: body.code,
        transaction_initiation_date: initiatedAt,
        transaction_updated_date: updatedAt,
        transaction_amount: body.amount,
        ...(body.fee && { fee_amount: body.fee }),
        transaction_status: body.status,
        ...(body.customId && { custom_field: body.customId }),
      },
    })),
    page,
    total_items: all.length,
    total_pages: Math.ceil(all.length / size),
  };
}

/** The API's balance in euros: what all transactions sum to. */
export function balanceOf(all: readonly ListedTransaction[]) {
  const cents = all
    .filter(({ body }) => "SV".includes(body.status) && body.amount.currency_code === "EUR")
    .reduce(
      (sum, { body }) =>
        sum +
        Math.round(Number(body.amount.value) * 100) +
        Math.round(Number(body.fee?.value ?? 0) * 100),
      0,
    );
  const total = { currency_code: "EUR", value: (cents / 100).toFixed(2) };
  return {
    balances: [{ currency: "EUR", primary: true, total_balance: total }],
    as_of_time: new Date().toISOString(),
  };
}
