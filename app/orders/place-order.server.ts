import { and, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import {
  isOf,
  lockGuestShared,
  type Customer,
  type OrderingCustomer,
} from "#app/accounts/order-owner.server.ts";
import { productsForOrder } from "#app/catalogue/current-prices.server.ts";
import { essentialsOf } from "#app/catalogue/facts/essentials.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { CASH_LIMIT_CENTS, CASH_LIMIT_TEXT } from "#app/platform/legal-constants.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { holdOpen } from "#app/platform/shop-open.server.ts";
import { mapInTurns } from "#app/platform/turns.server.ts";
import { recordReduction } from "#app/reductions/reductions.server.ts";
import { relayText } from "#app/relays/relay-text.ts";
import type { Services } from "#app/request-context.ts";
import { sirenOf } from "#app/settings/buyer-numbers-schema.ts";
import { acceptedTerms } from "#app/settings/terms-versions.server.ts";
import { orderLines, orders, users } from "#db/schema/index.ts";
import { announceOrder } from "./announce-order.server.ts";
import { newCashHold } from "./cash-holds.server.ts";
import { HAS_TERMS } from "./order-for-mail.server.ts";
import type { OrderForm } from "./order-form-schema.ts";
import { queueMailOf } from "./order-mails.server.ts";
import { newWithoutHold, shortagesOf, type Shortage } from "./order-stock.server.ts";
import { priceOrder } from "./price-order.server.ts";
import { cashRefusal, offersSamples } from "./sale-rules.server.ts";

export type PlaceOrderOutcome =
  /** `isEarlier`: by an earlier request with the same key. */
  | { kind: "placed"; orderId: string; isEarlier?: true }
  /** The total is not the one that the visitor saw (`seenTotalCents`): nothing was written. */
  | { kind: "price-changed"; totalCents: number }
  /** These products no longer exist: nothing was written. */
  | { kind: "unavailable"; productIds: string[] }
  /** The account was deleted meanwhile: nothing was written. */
  | { kind: "no-account" }
  /** The shop is closed to the public: nothing was written. */
  | { kind: "closed" }
  /** Fewer pieces are available than ordered: nothing was written. */
  | { kind: "shortage"; shortages: Shortage[] }
  /** The total is 0. */
  | { kind: "free" }
  /** The total exceeds 1,000,000 €. */
  | { kind: "too-much" }
  /** The order can't be paid or delivered as chosen: errors by field, nothing was written. */
  | { kind: "refused"; errors: Record<string, string> };

const LARGEST_TOTAL_CENTS = 1_000_000_00;

/**
 * Places an order: prices it from the catalogue in the transaction that writes it, and refuses it when the
 * total isn't the one the visitor saw. The same idempotency key always answers with the same order. While the shop is closed
 * only administrators order: that is how they try their payments. The pieces of counted products are held during the commit
 * (trigger `stock_hold`, decision 70), which fails when there are too few. `isHeld`: false for an online order that holds nothing before
 * its payment begins (decision 104). A cash order holds as `newCashHold` says.
 */
export async function placeOrder(
  { db, jobs, config, settings }: Pick<Services, "db" | "jobs" | "config" | "settings">,
  placedBy: OrderingCustomer,
  form: OrderForm,
  { isHeld = true }: { isHeld?: boolean } = {},
): Promise<PlaceOrderOutcome> {
  const { groups } = settings.current();
  const customer = "guestEmail" in placedBy ? null : placedBy;
  const buyer: Customer =
    "guestEmail" in placedBy ? { guestEmail: placedBy.guestEmail } : { customerId: placedBy.id };
  const placed = db.transaction<PlaceOrderOutcome>(async (tx) => {
    const productIds = form.items.map(({ id }) => id);
    // Independent statements are pipelined: one round trip.
    const [isOpen, [account], earlier, onSale] = await Promise.all([
      customer?.isAdmin || holdOpen(tx, config),
      // FOR KEY SHARE: a concurrent account deletion waits, then sees this order. Locked first (docs/locks.md):
      // without execute(), Drizzle would send this lazy query after those of the functions below.
      "guestEmail" in placedBy
        ? lockGuestShared(tx, placedBy.guestEmail).then(() => [
            { email: placedBy.guestEmail, isConfirmed: placedBy.isEmailProved ?? false },
          ])
        : tx
            .select({ email: users.email, isConfirmed: users.emailVerified })
            .from(users)
            .where(eq(users.id, placedBy.id))
            .for("key share")
            .execute(),
      orderWithKey(tx, buyer, form.idempotencyKey),
      productsForOrder(tx, productIds),
    ]);
    if (!isOpen) return { kind: "closed" };
    if (!account) return { kind: "no-account" };
    if (earlier) return { kind: "placed", orderId: earlier, isEarlier: true };
    const priced = await priceOrder(tx, groups, buyer, form, onSale);
    if (priced.kind !== "priced" || priced.price.totalCents !== form.seenTotalCents) {
      // A concurrent request with the same key may have committed while this one waited for the lock on a reduction, and used it up.
      const concurrent = await orderWithKey(tx, buyer, form.idempotencyKey);
      if (concurrent) return { kind: "placed", orderId: concurrent, isEarlier: true };
      if (priced.kind !== "priced") return priced;
      return { kind: "price-changed", totalCents: priced.price.totalCents };
    }
    const { lines, reduction, price } = priced;
    const { totalCents } = price;
    if (totalCents === 0) return { kind: "free" };
    if (totalCents > LARGEST_TOTAL_CENTS) return { kind: "too-much" };
    const isCash = form.paymentMethod === CASH;
    const refusedCash =
      isCash &&
      (cashRefusal(groups, price.shippingMethod) ??
        (totalCents > CASH_LIMIT_CENTS ? CASH_LIMIT_TEXT : null));
    if (refusedCash) return { kind: "refused", errors: { paymentMethod: refusedCash } };

    // Null: the trigger holds the pieces at the commit.
    const hold = isCash
      ? await newCashHold(tx, lines, account.isConfirmed)
      : isHeld
        ? null
        : await newWithoutHold(tx, lines);
    if (hold && hold.shortages.length > 0) return { kind: "shortage", shortages: hold.shortages };
    const terms = await acceptedTerms(tx, settings);
    const orderId = newId();
    const [order] = await tx
      .insert(orders)
      .values({
        id: orderId,
        ...buyer,
        ...("guestEmail" in placedBy && {
          guestLinkVersion: 1,
          guestLinkAt: sql`now()`,
          emailConfirmedAt: account.isConfirmed ? sql`now()` : null,
        }),
        idempotencyKey: form.idempotencyKey,
        ...price,
        paymentMethod: form.paymentMethod,
        ...hold?.columns,
        shippingAddress: form.address,
        shippingStreet: form.street ?? null,
        shippingPostalCode: form.postalCode ?? null,
        shippingTown: form.town ?? null,
        billingName: form.billingName ?? null,
        billingAddress: form.billingAddress ?? null,
        billingCompany: form.billingCompany ?? null,
        billingSiren:
          sirenOf({ siren: form.billingSiren, vatNumber: form.billingVatNumber }) || null,
        billingVatNumber: form.billingVatNumber || null,
        relayPoint: form.relay ?? null,
        phoneNumber: form.phone,
        customerName: form.name,
        samples: form.samples ? (offersSamples(groups) ? "requested" : "unavailable") : null,
        returnDays: groups.sales.returnDays,
        termsVersion: terms.effectiveOn,
        termsHash: terms.hash,
      })
      // Waits for a concurrent transaction that inserts the same key; if that commits, its order is read below.
      .onConflictDoNothing(
        customer
          ? { target: [orders.customerId, orders.idempotencyKey] }
          : {
              target: [orders.guestEmail, orders.idempotencyKey],
              where: isNotNull(orders.guestEmail),
            },
      )
      .returning({ ...getTableColumns(orders), hasTerms: HAS_TERMS });
    if (!order) {
      const concurrent = await orderWithKey(tx, buyer, form.idempotencyKey);
      if (!concurrent) throw new Error("an order with this key exists and cannot be read");
      return { kind: "placed", orderId: concurrent, isEarlier: true };
    }
    const mailed = {
      order,
      lines,
      to: account.email,
      isConfirmed: account.isConfirmed,
      hasTerms: order.hasTerms,
    };
    const essentials = await mapInTurns(onSale, (product) =>
      essentialsOf(product, groups.legal.responsiblePerson),
    );
    await Promise.all([
      tx.insert(orderLines).values(lines.map((line) => ({ orderId, ...line }))),
      reduction && recordReduction(tx, orderId, reduction),
      // An order whose address is unconfirmed is announced by `holdConfirmedOrder`.
      isCash &&
        !order.toConfirmUntil &&
        announceOrder(tx, { jobs, settings }, mailed, account.email),
      queueMailOf(tx, jobs, mailed, {
        kind: "received",
        essentials,
        // A customer could write spam into an unchecked relay text, and the mail may go to a stranger's address.
        relay: form.relay && !form.relay.isUnchecked ? relayText(form.relay) : null,
      }),
    ]);
    return { kind: "placed", orderId };
  });
  return placed.catch((error: unknown) => {
    const shortages = shortagesOf(error);
    if (!shortages) throw error;
    return { kind: "shortage", shortages };
  });
}

/** The id of a buyer's order by its idempotency key; undefined without one. */
export async function orderWithKey(
  tx: Queryable,
  buyer: Customer,
  idempotencyKey: string,
): Promise<string | undefined> {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOf(buyer), eq(orders.idempotencyKey, idempotencyKey)));
  return order?.id;
}
