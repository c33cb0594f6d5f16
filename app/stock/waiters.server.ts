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
 * The job: stores the request and mails a link that confirms it. An account's own, confirmed sign-in address waits at once. While a
 * link can still confirm, no second one is mailed for its product. An address, with all of its tags, gets at most three links a
 * day (« waiter-link »); beyond them nothing happens.
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
    // Told already: this is another waiting.
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
    // Waits already, confirmed, or has a link that still confirms.
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

/** Whether a link was mailed to this address that still confirms it for this product. */
async function hasFreshLink(db: Queryable, productId: string, email: string): Promise<boolean> {
  const isOpen = and(isWaiterOf(productId, email), isNull(stockWaiters.confirmedAt), isFresh);
  return (await db.$count(stockWaiters, isOpen)) > 0;
}

/** Whether the address is the account's confirmed sign-in address, which stays so until the transaction ends. */
async function isOwnAddress(tx: Queryable, userId: string, email: string): Promise<boolean> {
  const own = and(eq(users.id, userId), eq(users.email, email), users.emailVerified);
  const [found] = await tx.select({ id: users.id }).from(users).where(own).for("key share");
  return found !== undefined;
}

/** Locks a product's stock: what follows sees every piece that came back before it, and later ones see the waiter. */
async function lockStock(tx: Transaction, productId: string): Promise<void> {
  await tx
    .select({ id: stock.productId })
    .from(stock)
    .where(eq(stock.productId, productId))
    .for("no key update");
}

/** A product that is back already counts as one piece that came back now, so the job tells its oldest waiters if it stays so. */
async function tellIfAvailable(tx: Transaction, productId: string): Promise<void> {
  await tx
    .update(stock)
    .set({
      piecesBack: sql`least(1000000, ${stock.piecesBack} + 1)`,
      backSince: sql`coalesce(${stock.backSince}, now())`,
    })
    .where(and(eq(stock.productId, productId), isAvailable));
}

/** « unconfirmed »: the link may confirm. « told »: the mail was sent, nothing more will be. */
export type Waiting = {
  kind: "unconfirmed" | "waiting" | "told";
  productId: string;
  productName: string;
  /** Whether the product can be ordered now. */
  isAvailable: boolean;
};

/** The waiting of a mail's link; null when it is unknown, too old, replaced or erased. */
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

/** Confirms the address of a mail's link; repeating it changes nothing. */
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

/** Erases the address of a mail's link; repeating it changes nothing. */
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
