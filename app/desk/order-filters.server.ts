import { and, gt, or, sql, type SQL } from "drizzle-orm";
import type { OrderQuery, OrderState, PaymentFilter } from "#app/orders/order-query.ts";
import {
  HAS_OPEN_NOTICE,
  IS_DISPUTED,
  IS_LATE,
  IS_MISMATCHED,
  IS_ON_DELIVERY,
  IS_TO_CONFIRM,
  IS_UNDER_WAY,
  IS_WAITING,
  isToPrepare,
  LACKS_PIECES,
  MAY_BE_SENT,
} from "#app/orders/to-send.server.ts";
import { sqlLiteral } from "#app/platform/db.server.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { isOnDays } from "#app/platform/paris-time.server.ts";
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
    isInState(state),
    from || until ? isOnDays(orders.createdAt, { from, until }) : undefined,
  );
}

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
/**
 * Conditions of the states whose orders all may be sent, so that « À livrer » contains them; `sendableCounts` (order-list.server.ts) counts
 * them among those orders only. They take SQL that says whether an order may be sent: MAY_BE_SENT, or, in a statement that counts several
 * states, a column with its value, because PostgreSQL takes longer to plan MAY_BE_SENT's subqueries than to count.
 */
const SENDABLE = {
  "a-preparer": isToPrepare,
  "a-livrer": (mayBeSent: SQL) => mayBeSent,
  "en-retard": (mayBeSent: SQL) => sql`(${mayBeSent} AND ${IS_LATE})`,
};
export type SendableState = keyof typeof SENDABLE;
type OtherState = Exclude<OrderState, SendableState | "toutes">;
/** Conditions of the states that also contain orders which may not be sent. */
const OTHERS: Record<OtherState, SQL> = {
  "en-route": IS_UNDER_WAY,
  "non-livrees": sql`(${IS_WAITING})`,
  livrees: sql`${orders.isDelivered}`,
  annulees: sql`${orders.cancelledAt} IS NOT NULL`,
};
export const SENDABLE_STATES = Object.keys(SENDABLE) as SendableState[];
export const OTHER_STATES = Object.keys(OTHERS) as OtherState[];

const isSendable = (state: SendableState | OtherState): state is SendableState => state in SENDABLE;

/** The condition of a state; undefined for all orders. `mayBeSent`: MAY_BE_SENT, or a column that the statement has computed with it. */
export function isInState(state: OrderState, mayBeSent: SQL = MAY_BE_SENT): SQL | undefined {
  if (state === "toutes") return undefined;
  return isSendable(state) ? SENDABLE[state](mayBeSent) : OTHERS[state];
}

/**
 * Words by which a search text finds the orders of a state or payment, in lower case without accents. A state without an entry is found by
 * its filter only.
 */
const STATE_WORDS: { words: readonly string[]; is: SQL | undefined }[] = [
  { words: ["a preparer"], is: isInState("a-preparer") },
  { words: ["en route"], is: isInState("en-route") },
  { words: ["a livrer"], is: isInState("a-livrer") },
  { words: ["non livre", "non livree"], is: isInState("non-livrees") },
  { words: ["livre", "livree"], is: isInState("livrees") },
  { words: ["annulee"], is: isInState("annulees") },
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
/** Minimal length of a search text that is compared with state names: a shorter one is the beginning of many. */
const SHORTEST_STATE = 3;

function matching(search: string, reading: Reading): SQL | undefined {
  if (reading === "estimated") return ordersWithText(search, reading);
  const plain = search
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
  const states = STATE_WORDS.filter(
    ({ words }) => plain.length >= SHORTEST_STATE && words.some((word) => word.startsWith(plain)),
  );
  return or(ordersWithText(search, reading), ...states.map(({ is }) => is));
}
