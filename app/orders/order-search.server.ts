import { eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { orders, profiles, users } from "#db/schema/index.ts";
import { isOrderId } from "./order-view.ts";
import { holdsWords } from "#app/platform/word-search.server.ts";

/**
 * A way in which an order may be meant: the ids that an index finds, and the same as a condition on an order's row, which
 * an index of orders answers itself when it is of their own columns.
 */
type Meaning = { ids: SQL; is: SQL; isOfOrders: boolean };

/** So many customers of one beginning of an e-mail address are looked for. */
const MOST_CUSTOMERS = 1_000;
/** A number of fewer figures is an amount and nothing else: parts of other numbers would be found everywhere. */
const SHORTEST_NUMBER = 3;

/**
 * The condition that orders fulfil of which an administrator wrote something in one field: words of the customer's name,
 * the address and the products, a part of the delivery or an invoice number (table `order_search`), a telephone
 * number in any spelling, an e-mail address, an amount. `isWalked`: for orders that are read one after the other, when
 * nearly all of them are found.
 */
export function ordersFound(search: string, { isWalked }: { isWalked: boolean }): SQL | undefined {
  const meanings = meaningsOf(search);
  if (meanings.length === 0) return undefined;
  if (isWalked || meanings.every(({ isOfOrders }) => isOfOrders))
    return or(...meanings.map(({ is }) => is));
  const ids = sql.join(
    meanings.map((meaning) => meaning.ids),
    sql` UNION ALL `,
  );
  return sql`${orders.id} IN (${ids})`;
}

function meaningsOf(search: string): Meaning[] {
  if (isOrderId(search)) return [ofOrders(inArray(orders.id, [search, search.toUpperCase()]))];
  const amount = amountOf(search);
  const meanings: Meaning[] = [];
  if (amount !== null) meanings.push(ofOrders(eq(orders.totalCents, amount.cents)));
  if (amount?.isAmountOnly) return meanings;
  const phone = phoneOf(search);
  if (phone !== null) meanings.push(inText(phone));
  // The groups of a telephone number are words of nothing.
  if (phone === null || !/\s/.test(search)) meanings.push(inText(search));
  if (/^[^\s@]+@\S*$/.test(search)) meanings.push(ofCustomer(search.toLowerCase()));
  return meanings;
}

function ofOrders(is: SQL): Meaning {
  return { ids: sql`SELECT ${orders.id} FROM ${orders} WHERE ${is}`, is, isOfOrders: true };
}

function inText(words: string): Meaning {
  const holds = (text: SQL) => holdsWords(text, words, { eachWordAfterSpace: true }) ?? sql`true`;
  return {
    ids: sql`SELECT order_id FROM order_search WHERE ${holds(sql`text`)}`,
    // Joined to nothing, the text is in no index: read by the order's id.
    is: sql`EXISTS (SELECT FROM order_search WHERE order_id = ${orders.id} AND ${holds(sql`(text || '')`)})`,
    isOfOrders: false,
  };
}

/** Orders of customers whose address begins so: the one they gave, or the one they sign in with. */
function ofCustomer(email: string): Meaning {
  const begins = (address: SQL) =>
    sql`${address} COLLATE "C" >= ${email} AND ${address} COLLATE "C" < ${`${email}\u{10FFFF}`}`;
  const customers = sql`ARRAY((SELECT ${profiles.userId} FROM ${profiles}
      WHERE ${begins(sql`lower(${profiles.email})`)} LIMIT ${MOST_CUSTOMERS})
    UNION (SELECT ${users.id} FROM ${users} WHERE ${begins(sql`${users.email}`)} LIMIT ${MOST_CUSTOMERS}))`;
  return ofOrders(sql`${orders.customerId} = ANY (${customers})`);
}

/** The amount that « 48 », « 48 € », « 1 250,50 € » or « 48 euros » says; null for anything else. */
function amountOf(search: string): { cents: number; isAmountOnly: boolean } | null {
  const [, euros = "", cents = "", currency] =
    /^(\d[\d\s]{0,8})(?:[.,](\d{1,2}))?\s*(€|euros?)?$/i.exec(search) ?? [];
  const figures = euros.replace(/\s/g, "");
  if (figures === "" || figures.length > 7) return null;
  const isAmountOnly = currency !== undefined || cents !== "" || figures.length < SHORTEST_NUMBER;
  return { cents: Number(figures) * 100 + Number(cents.padEnd(2, "0")), isAmountOnly };
}

/** The figures that « 06 12 34 56 78 » and « +33 6 12… » share with every other spelling; null for what is no number. */
function phoneOf(search: string): string | null {
  if (!/^\+?(?:\d|[\s().-]){6,}$/.test(search)) return null;
  const figures = search.replace(/\(0\)/, "").replace(/\D/g, "");
  if (figures.length < 6) return null;
  return figures.replace(/^00(?=[1-9])/, "").replace(/^(?:33|0)/, "");
}
