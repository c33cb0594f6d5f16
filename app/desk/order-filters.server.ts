import { and, gt, or, sql, type SQL } from "drizzle-orm";
import type { OrderQuery, OrderState, PaymentFilter } from "#app/orders/order-query.ts";
import {
  HAS_OPEN_NOTICE,
  IS_DISPUTED,
  IS_LATE,
  IS_MISMATCHED,
  IS_ON_DELIVERY,
  IS_TO_CONFIRM,
  IS_TO_PREPARE,
  IS_UNDER_WAY,
  IS_WAITING,
  LACKS_PIECES,
  MAY_BE_SENT,
} from "#app/orders/to-send.server.ts";
import { sqlLiteral } from "#app/platform/db.server.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { orders } from "#db/schema/index.ts";
import { ordersWithText, type Reading } from "./order-search.server.ts";

/** The WHERE condition of the administrators' list; undefined without filters. */
export function ordersMatching(
  { search, state, payment, from, until }: Omit<OrderQuery, "page">,
  reading: Reading = "indexed",
): SQL | undefined {
  return and(
    search ? matching(search, reading) : undefined,
    PAYMENT_CONDITIONS[payment],
    STATE_CONDITIONS[state],
    from ? sql`${orders.createdAt} >= ${startOf(from)}` : undefined,
    until ? sql`${orders.createdAt} < ${startOf(until, 1)}` : undefined,
  );
}

/** SQL: the start of a day (« 2026-11-23 ») in Paris, optionally some days later. */
const startOf = (day: string, later = 0) =>
  sql`((${day}::date + ${later}::integer)::timestamp AT TIME ZONE 'Europe/Paris')`;

const IS_REFUND_SENT = sql`${orders.id} IN (
  SELECT order_id FROM refunds WHERE state IN ('sending', 'unknown'))`;
// Literals instead of parameters, for the partial indexes (see to-send.server.ts).
const PAYMENT_CONDITIONS: Record<PaymentFilter, SQL | undefined> = {
  tous: undefined,
  payee: sql`${orders.isPaid}`,
  "non-payee": sql`(NOT ${orders.isPaid} AND ${orders.paymentMethod} <> ${sqlLiteral(CASH)} AND ${orders.cancelledAt} IS NULL)`,
  "a-la-livraison": IS_ON_DELIVERY,
  "en-litige": IS_DISPUTED,
};
/** SQL conditions of the state filter; undefined for no condition. */
export const STATE_CONDITIONS: Record<OrderState, SQL | undefined> = {
  toutes: undefined,
  "a-preparer": IS_TO_PREPARE,
  "en-route": IS_UNDER_WAY,
  "a-livrer": MAY_BE_SENT,
  "non-livrees": sql`(${IS_WAITING})`,
  "en-retard": sql`(${MAY_BE_SENT} AND ${IS_LATE})`,
  livrees: sql`${orders.isDelivered}`,
  annulees: sql`${orders.cancelledAt} IS NOT NULL`,
};
/** The states that a search text may name, in lower case without accents, with their conditions. */
const STATE_WORDS: { words: readonly string[]; is: SQL | undefined }[] = [
  { words: ["a preparer"], is: STATE_CONDITIONS["a-preparer"] },
  { words: ["en route"], is: STATE_CONDITIONS["en-route"] },
  { words: ["a livrer"], is: STATE_CONDITIONS["a-livrer"] },
  { words: ["non livre", "non livree"], is: STATE_CONDITIONS["non-livrees"] },
  { words: ["livre", "livree"], is: STATE_CONDITIONS.livrees },
  { words: ["annulee"], is: STATE_CONDITIONS.annulees },
  { words: ["remboursee"], is: gt(orders.refundedCents, 0) },
  { words: ["payee"], is: PAYMENT_CONDITIONS.payee },
  { words: ["non payee", "a payer"], is: PAYMENT_CONDITIONS["non-payee"] },
  { words: ["a la livraison", "paiement a la livraison"], is: IS_ON_DELIVERY },
  { words: ["remboursement en cours"], is: IS_REFUND_SENT },
  { words: ["litige", "en litige"], is: IS_DISPUTED },
  { words: ["mise en demeure", "en demeure"], is: HAS_OPEN_NOTICE },
  { words: ["a verifier", "paiement a verifier"], is: IS_MISMATCHED },
  { words: ["pieces manquantes", "manquant"], is: LACKS_PIECES },
  { words: ["a confirmer"], is: IS_TO_CONFIRM },
];
/** Minimal length of a search text that is compared with the states: a shorter one begins many of them. */
const SHORTEST_STATE = 3;

function matching(search: string, reading: Reading): SQL | undefined {
  if (reading === "sampled") return ordersWithText(search, reading);
  const plain = search
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
  const states = STATE_WORDS.filter(
    ({ words }) => plain.length >= SHORTEST_STATE && words.some((word) => word.startsWith(plain)),
  );
  return or(ordersWithText(search, reading), ...states.map(({ is }) => is));
}
