import { eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { isId } from "#app/platform/id.ts";
import { containsWords, containsWordsByIndex } from "#app/platform/word-search.server.ts";
import { orders, profiles, users } from "#db/schema/index.ts";

/**
 * One interpretation of the search text. `ids`: a query for order ids that uses an index. `is`: the same as a condition on a
 * row of orders. `estimate`: the ids of the matches in the sample of orders (`order_search.is_sampled`, one in 64); null if `is` uses an
 * index of orders.
 */
type Criterion = { ids: SQL; is: SQL; estimate: SQL | null };

/**
 * How matching orders are read. « indexed »: by the text index. « scanned »: in sort order, which is faster when most orders match.
 * « estimated »: only those in the sample, to estimate how many match.
 */
export type Reading = "indexed" | "scanned" | "estimated";

/** At most this many customers are searched by contact address, and as many by sign-in address. */
const MOST_CUSTOMERS = 1_000;
/** A number with fewer digits is searched only as an amount: as part of phone or order numbers it would match nearly all. */
const SHORTEST_NUMBER = 3;
/** The text of a row, as an expression for which PostgreSQL does not use the text index. */
const TEXT_OF_ROW = sql`(text || '')`;

/**
 * Condition for orders that match a search text: words of the customer's name, the shipping address, the products and the
 * payer's e-mail, part of the delivery number or an invoice number (table `order_search`), a phone number in any format, the
 * beginning of the customer's e-mail address (at least up to the « @ »), an amount, or a whole order id. « estimated » considers only
 * the criteria on `order_search`; undefined if there is none.
 */
export function ordersWithText(search: string, reading: Reading): SQL | undefined {
  const criteria = criteriaOf(search);
  const estimates = criteria.flatMap((criterion) => criterion.estimate ?? []);
  if (reading === "scanned" || estimates.length === 0)
    return reading === "estimated" ? undefined : or(...criteria.map(({ is }) => is));
  const queries = reading === "estimated" ? estimates : criteria.map(({ ids }) => ids);
  return sql`${orders.id} IN (${sql.join(queries, sql` UNION ALL `)})`;
}

function criteriaOf(search: string): Criterion[] {
  if (isId(search)) return [onOrders(inArray(orders.id, [search, search.toUpperCase()]))];
  const amount = amountOf(search);
  const criteria: Criterion[] = [];
  if (amount !== null) criteria.push(onOrders(eq(orders.totalCents, amount.cents)));
  if (amount?.isAmountOnly) return criteria;
  const phone = phoneOf(search);
  if (phone !== null) criteria.push(withWords(phone));
  const phoneStarts = phone === null ? phoneStartsOf(search) : [];
  if (phoneStarts.length > 0) criteria.push(withStart(phoneStarts));
  // The groups of digits of a phone number (« 06 12 34 ») must not match as single words.
  const isPhone = phone !== null || phoneStarts.length > 0;
  if (!isPhone || !/\s/.test(search)) criteria.push(withWords(search));
  if (/^[^\s@]+@\S*$/.test(search)) criteria.push(ofCustomer(search.toLowerCase()));
  return criteria;
}

function onOrders(is: SQL): Criterion {
  return { ids: sql`SELECT ${orders.id} FROM ${orders} WHERE ${is}`, is, estimate: null };
}

/** Orders whose text has every one of the words. */
const withWords = (words: string) =>
  inText(
    containsWordsByIndex(sql`text`, words),
    containsWords(TEXT_OF_ROW, words, { eachWordAfterSpace: true }),
  );

/** Orders whose text has a word that begins with one of these strings of digits. */
function withStart(starts: string[]): Criterion {
  const hasStart = (text: SQL) =>
    or(...starts.map((digits) => sql`${text} LIKE ${`% ${digits}%`}`));
  return inText(hasStart(sql`text`), hasStart(TEXT_OF_ROW));
}

function inText(inIndex: SQL = sql`true`, inRow: SQL = sql`true`): Criterion {
  return {
    ids: sql`SELECT order_id FROM order_search WHERE ${inIndex}`,
    is: sql`EXISTS (SELECT FROM order_search WHERE order_id = ${orders.id} AND ${inRow})`,
    estimate: sql`SELECT order_id FROM order_search WHERE is_sampled AND ${inIndex}`,
  };
}

/** Orders of customers whose contact or sign-in address, or address without an account, starts with `email` (lower case). */
function ofCustomer(email: string): Criterion {
  const startsWith = (address: SQL) =>
    sql`${address} COLLATE "C" >= ${email} AND ${address} COLLATE "C" < ${`${email}\u{10FFFF}`}`;
  const customers = sql`ARRAY((SELECT ${profiles.userId} FROM ${profiles}
      WHERE ${startsWith(sql`lower(${profiles.email})`)} LIMIT ${MOST_CUSTOMERS})
    UNION (SELECT ${users.id} FROM ${users} WHERE ${startsWith(sql`${users.email}`)} LIMIT ${MOST_CUSTOMERS}))`;
  return onOrders(
    sql`(${orders.customerId} = ANY (${customers}) OR (${orders.guestEmail} IS NOT NULL AND ${startsWith(sql`${orders.guestEmail}`)}))`,
  );
}

/** Parses an amount: « 48 », « 48 € », « 1 250,50 € », « 48 euros »; null for any other text. */
function amountOf(search: string): { cents: number; isAmountOnly: boolean } | null {
  const [, euros = "", cents = "", currency] =
    /^(\d[\d\s]{0,8})(?:[.,](\d{1,2}))?\s*(€|euros?)?$/i.exec(search) ?? [];
  const figures = euros.replace(/\s/g, "");
  if (figures === "" || figures.length > 7) return null;
  const isAmountOnly = currency !== undefined || cents !== "" || figures.length < SHORTEST_NUMBER;
  return { cents: Number(figures) * 100 + Number(cents.padEnd(2, "0")), isAmountOnly };
}

/**
 * The digits of a phone number without « 00 » and without the French prefix (« +33 » or « 0 »): « 612345678 », which all its
 * formats contain. A foreign number keeps its country code. Null for any other text.
 */
function phoneOf(search: string): string | null {
  if (!/^\+?(?:\d|[\s().-]){6,}$/.test(search)) return null;
  const figures = search.replace(/\(0\)/, "").replace(/\D/g, "");
  if (figures.length < 6) return null;
  return figures.replace(/^00(?=[1-9])/, "").replace(/^(?:33|0)/, "");
}

/**
 * The digits of the beginning of a phone number (« 06 12 », « +33 6 12 »), in each format that an order may have it in;
 * empty for any other text.
 */
function phoneStartsOf(search: string): string[] {
  if (!/^(?:\+|0)(?:\d|[\s().-]){2,}$/.test(search)) return [];
  const figures = search.replace(/\(0\)/, "").replace(/\D/g, "");
  const national = search.startsWith("+") || figures.startsWith("00") ? null : figures.slice(1);
  const international = national === null ? figures.replace(/^00/, "") : `33${national}`;
  if (international.length < SHORTEST_NUMBER) return [];
  const french = /^33(.+)/.exec(international)?.[1];
  return [international, `00${international}`, ...(french ? [`0${french}`] : [])];
}
