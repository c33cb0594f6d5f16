import { createHash, randomBytes } from "node:crypto";
import { and, count, eq, isNotNull, isNull, not, sql } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import { PRODUCT_ID } from "#app/catalogue/product-schema.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { URGENT } from "#app/platform/jobs.server.ts";
import type { Services } from "#app/request-context.ts";
import { products, stock, stockWaiters, users } from "#db/schema/index.ts";

/** 24 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{32}$/;
export const newToken = (): string => randomBytes(24).toString("base64url");
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
/** The path of the page that confirms, and unsubscribes. */
export const waitingPath = (token: string): string =>
  `/me-prevenir?${new URLSearchParams({ lien: token })}`;

/** How long a link confirms, in hours. */
export const LINK_HOURS = 48;
const isFresh = sql`${stockWaiters.createdAt} > now() - make_interval(hours => ${sql.raw(String(LINK_HOURS))})`;
const isWaiting = and(isNotNull(stockWaiters.confirmedAt), isNull(stockWaiters.toldAt));

const isAvailable = sql<boolean>`(NOT ${stock.isCounted} OR ${stock.onHand} > ${stock.held})`;

/** A request to be told; `userId`: the signed-in customer, null for a visitor. */
export type WaiterRequest = { productId: string; email: string; userId: string | null };

/** The name of a product about whose return a visitor may be told; null: there is none. */
export async function awaitableName(db: Queryable, productId: string): Promise<string | null> {
  if (!PRODUCT_ID.test(productId)) return null;
  const [found] = await db
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId));
  return found ? displayName(found.name) : null;
}

/**
 * Queues a request to be told. The job does the rest, so neither the answer nor its time reveals whether the address is known or
 * waits already. `email` is validated and lower case.
 */
export async function askToBeTold(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  caller: { address: string },
  request: WaiterRequest,
): Promise<"asked" | "too-many"> {
  if (!(await limits.allow("waiter", caller))) return "too-many";
  await jobs.send(db, "add-waiters", request, { priority: URGENT });
  return "asked";
}

/**
 * The job: stores the request and mails a link that confirms it. The account's own confirmed sign-in address needs no link. No second link
 * is mailed for a product while the first is valid. A mailbox (all its plus-tags together) gets at most three links a day (rate limit
 * « waiter-link »); further requests are dropped.
 */
export async function addWaiter(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  { productId, email, userId }: WaiterRequest,
): Promise<void> {
  const isOwn = userId !== null && (await isOwnAddress(db, userId, email));
  if (!isOwn) {
    if (await hasFreshLink(db, productId, email)) return;
    if (!(await limits.allow("waiter-link", { mailbox: email }))) return;
  }
  await db.transaction(async (tx) => {
    // The address was changed, or the account deleted, since it was read.
    if (isOwn && !(await isOwnAddress(tx, userId, email))) return;
    const [product] = await tx
      .select({ name: products.name })
      .from(products)
      .where(eq(products.id, productId))
      .for("key share");
    if (!product) return;
    await lockStock(tx, productId);
    const token = newToken();
    const id = newId();
    const isThisWaiter = isWaiterOf(productId, email);
    // The waiter was notified before: delete the row, so that this request starts anew.
    await tx.delete(stockWaiters).where(and(isThisWaiter, isNotNull(stockWaiters.toldAt)));
    const confirmedAt = isOwn ? sql`now()` : null;
    const [added] = await tx
      .insert(stockWaiters)
      .values({ id, productId, email, tokenHash: hashOf(token), confirmedAt })
      .onConflictDoUpdate({
        target: [stockWaiters.productId, stockWaiters.email],
        set: { tokenHash: hashOf(token), createdAt: sql`now()`, confirmedAt },
        setWhere: and(isNull(stockWaiters.confirmedAt), isOwn ? undefined : not(isFresh)),
      })
      .returning({ id: stockWaiters.id });
    // The address already waits, or has a valid link.
    if (!added) return;
    if (isOwn) return tellIfAvailable(tx, productId);
    await queueMail(tx, jobs, {
      to: email,
      template: "confirm-waiting",
      props: { productName: displayName(product.name), path: waitingPath(token) },
      key: `confirm-waiting-${id.toLowerCase()}`,
    });
  });
}

const isWaiterOf = (productId: string, email: string) =>
  and(eq(stockWaiters.productId, productId), eq(stockWaiters.email, email));

/** Whether this address was mailed a link for this product that is still valid. */
async function hasFreshLink(db: Queryable, productId: string, email: string): Promise<boolean> {
  const isOpen = and(isWaiterOf(productId, email), isNull(stockWaiters.confirmedAt), isFresh);
  return (await db.$count(stockWaiters, isOpen)) > 0;
}

/** Whether the address is the account's confirmed sign-in address. Locks the account until the transaction ends. */
async function isOwnAddress(tx: Queryable, userId: string, email: string): Promise<boolean> {
  const own = and(eq(users.id, userId), eq(users.email, email), users.emailVerified);
  const [found] = await tx.select({ id: users.id }).from(users).where(own).for("key share");
  return found !== undefined;
}

/** Locks a product's stock: this transaction sees every earlier return to stock, and later ones see its waiter. */
async function lockStock(tx: Transaction, productId: string): Promise<void> {
  await tx
    .select({ id: stock.productId })
    .from(stock)
    .where(eq(stock.productId, productId))
    .for("no key update");
}

/** If the product is available already, marks one piece as come back, so that `tellWaiters` mails its oldest waiters. */
async function tellIfAvailable(tx: Transaction, productId: string): Promise<void> {
  await tx
    .update(stock)
    .set({
      piecesBack: sql`least(1000000, ${stock.piecesBack} + 1)`,
      backSince: sql`coalesce(${stock.backSince}, now())`,
    })
    .where(and(eq(stock.productId, productId), isAvailable));
}

/** « unconfirmed »: the link can confirm the address. « told »: the only mail was sent. */
export type Waiting = {
  kind: "unconfirmed" | "waiting" | "told";
  productId: string;
  productName: string;
  /** Whether the product can be ordered now. */
  isAvailable: boolean;
};

/** The request that a mail's link belongs to; null if the link is unknown, too old or replaced, or the request is erased. */
export async function readWaiting(db: Queryable, token: string): Promise<Waiting | null> {
  if (!TOKEN.test(token)) return null;
  const [found] = await db
    .select({
      productId: stockWaiters.productId,
      productName: products.name,
      confirmedAt: stockWaiters.confirmedAt,
      toldAt: stockWaiters.toldAt,
      isFresh: sql<boolean>`${isFresh}`,
      isAvailable,
    })
    .from(stockWaiters)
    .innerJoin(products, eq(products.id, stockWaiters.productId))
    .innerJoin(stock, eq(stock.productId, products.id))
    .where(eq(stockWaiters.tokenHash, hashOf(token)));
  if (!found || (!found.confirmedAt && !found.isFresh)) return null;
  const { productId, isAvailable: isBack } = found;
  const productName = displayName(found.productName);
  const kind = found.toldAt ? "told" : found.confirmedAt ? "waiting" : "unconfirmed";
  return { kind, productId, productName, isAvailable: isBack };
}

/** Confirms the address of a mail's link. Idempotent. */
export async function confirmWaiting(
  { db }: Pick<Services, "db">,
  token: string,
): Promise<"waiting" | "dead"> {
  const waiting = await readWaiting(db, token);
  if (!waiting || waiting.kind === "told") return "dead";
  const { productId } = waiting;
  return db.transaction(async (tx) => {
    await lockStock(tx, productId);
    const [confirmed] = await tx
      .update(stockWaiters)
      .set({ confirmedAt: sql`now()` })
      .where(
        and(eq(stockWaiters.tokenHash, hashOf(token)), isNull(stockWaiters.confirmedAt), isFresh),
      )
      .returning({ id: stockWaiters.id });
    if (confirmed) await tellIfAvailable(tx, productId);
    else if ((await readWaiting(tx, token))?.kind !== "waiting") return "dead";
    return "waiting";
  });
}

/** Erases the address of a mail's link. Idempotent. */
export async function stopWaiting({ db }: Pick<Services, "db">, token: string): Promise<void> {
  if (TOKEN.test(token))
    await db.delete(stockWaiters).where(eq(stockWaiters.tokenHash, hashOf(token)));
}

/** How many people, confirmed, wait for a product. */
export async function countWaiters(db: Queryable, productId: string): Promise<number> {
  const [found] = await db
    .select({ waiters: count() })
    .from(stockWaiters)
    .where(and(eq(stockWaiters.productId, productId), isWaiting));
  return found?.waiters ?? 0;
}
