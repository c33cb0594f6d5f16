import { eq, sql } from "drizzle-orm";
import { queueMail } from "#app/mail/outbox.server.ts";
import { IS_EMAIL_CONFIRMED } from "#app/orders/order-email.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { readStatementToken } from "#app/platform/statement-token.server.ts";
import type { Services } from "#app/request-context.ts";
import { withdrawals } from "#db/schema/index.ts";
import { factsOf, hourOf, SENTENCE } from "./statement.ts";

export type Withdrawal = typeof withdrawals.$inferSelect;

/** SQL: the e-mail addresses that may state a withdrawal from an order: its customer's and payer's. `users` is joined as its account. */
export const ADDRESSES_OF_ORDER = sql`(users.email, orders.guest_email, lower(orders.payer_email))`;

/**
 * Whether a statement's e-mail address surely belongs to the order's customer: the order is paid, or its own address is confirmed.
 * Anybody can post a statement with any address.
 */
export async function isAuthorProved(
  db: Queryable,
  orderId: string | null,
  email: string,
): Promise<boolean> {
  if (orderId === null) return false;
  const { rows } = await db.execute<{ isProved: boolean }>(sql`
    SELECT EXISTS (SELECT FROM orders LEFT JOIN users ON users.id = orders.customer_id
      WHERE orders.id = ${orderId} AND ${email.toLowerCase()} IN ${ADDRESSES_OF_ORDER}
        AND (orders.is_paid OR ${IS_EMAIL_CONFIRMED})) AS "isProved"`);
  return rows[0]!.isProved;
}

/**
 * Queues the receipt of a statement (Code de la consommation, L221-21), once. A receipt to an unproved address repeats no typed text,
 * which could be spam; it links to a page with the text.
 */
export async function queueReceipt(
  tx: Queryable,
  jobs: Jobs,
  row: Withdrawal,
  orderId: string | null,
): Promise<void> {
  const isConfirmed = await isAuthorProved(tx, orderId, row.email);
  return queueMail(tx, jobs, {
    to: row.email,
    key: `withdrawal-${row.id.toLowerCase()}`,
    template: "withdrawal-receipt",
    props: { sentence: SENTENCE, ...repeatedOf(row, isConfirmed) },
    isConfirmed,
  });
}

type Repeated = Pick<
  Withdrawal,
  "id" | "createdAt" | "name" | "email" | "orderNumber" | "articles" | "lines"
>;

/** The facts that a mail about a statement repeats. `statementId`: for the link to all facts, if the address is unproved. */
export function repeatedOf(row: Repeated, isConfirmed: boolean) {
  const at = hourOf(row.createdAt);
  if (!isConfirmed) return { at, facts: ownFacts(row), statementId: row.id };
  return { at, facts: factsOf({ ...row, number: row.orderNumber }) };
}

/** The facts without typed text: picked articles have the catalogue's names. */
const ownFacts = ({ orderNumber, articles, lines }: Repeated) => [
  { name: "Numéro de livraison", value: orderNumber },
  ...(lines || articles === ""
    ? [{ name: "Articles", value: articles || "Toute la commande" }]
    : []),
];

/** The statement of a receipt's link; null if the shop has not signed it, or the statement is deleted. */
export async function statementOf(
  { db, config }: Pick<Services, "db" | "config">,
  token: string,
): Promise<Withdrawal | null> {
  const id = readStatementToken(config.sessionSecret, token);
  if (!id) return null;
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id));
  return row ?? null;
}

/** Queues the whole receipt, once, after its reader has pressed the button on the page that the short receipt links. */
export function queueWholeReceipt(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  row: Withdrawal,
): Promise<void> {
  return db.transaction((tx) =>
    queueMail(tx, jobs, {
      to: row.email,
      key: `withdrawal-${row.id.toLowerCase()}-whole`,
      template: "withdrawal-receipt",
      props: { sentence: SENTENCE, ...repeatedOf(row, true) },
      isConfirmed: true,
    }),
  );
}
