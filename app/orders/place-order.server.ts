import { and, eq, sql } from "drizzle-orm";
import type { Viewer } from "#app/accounts/session.server.ts";
import { productsForOrder } from "#app/catalogue/current-prices.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { databaseNow, newId } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { CASH_LIMIT_CENTS, CASH_LIMIT_TEXT } from "#app/platform/legal-constants.ts";
import type { Services } from "#app/platform/request-context.ts";
import { holdOpen } from "#app/platform/shop-open.server.ts";
import { chooseReduction, recordReduction } from "#app/reductions/reductions.server.ts";
import { acceptedTerms } from "#app/settings/terms-versions.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { orderLines, orders, users } from "#db/schema/index.ts";
import {
  chosenCountry,
  countryFault,
  deliveryCountries,
  vatPercentOf,
} from "./delivery-country.server.ts";
import { essentials } from "./essentials.server.ts";
import type { OrderForm } from "./order-form-schema.ts";
import { queueMailOf } from "./order-mails.server.ts";
import { DELIVERY_DAYS } from "./order-schema.ts";
import { shortagesOf, type Shortage } from "./order-stock.server.ts";
import { deliveryNumber } from "./order-view.ts";

export type PlaceOrderOutcome =
  | { kind: "placed"; orderId: string }
  /** The form was shown with another total: nothing was written. */
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
 * (trigger `stock_hold`, decision 70), which fails when there are too few.
 */
export async function placeOrder(
  { db, jobs, config, settings }: Pick<Services, "db" | "jobs" | "config" | "settings">,
  customer: Viewer,
  form: OrderForm,
): Promise<PlaceOrderOutcome> {
  const { groups } = settings.current();
  const placed = db.transaction<PlaceOrderOutcome>(async (tx) => {
    const productIds = form.items.map(({ id }) => id);
    // Independent statements are pipelined: one round trip.
    const [isOpen, [account], earlier, onSale] = await Promise.all([
      customer.isAdmin || holdOpen(tx, config),
      // FOR KEY SHARE: a concurrent account deletion waits, then sees this order. Locked first (docs/locks.md):
      // without execute(), Drizzle would send this lazy query after those of the functions below.
      tx
        .select({ email: users.email })
        .from(users)
        .where(eq(users.id, customer.id))
        .for("key share")
        .execute(),
      orderWithKey(tx, customer.id, form.idempotencyKey),
      productsForOrder(tx, productIds),
    ]);
    if (!isOpen) return { kind: "closed" };
    if (!account) return { kind: "no-account" };
    if (earlier) return { kind: "placed", orderId: earlier };
    const errors = countryFault(groups, form);
    if (errors) return { kind: "refused", errors };
    const { code: shippingCountry } = chosenCountry(deliveryCountries(groups), form.country)!;

    const products = new Map(onSale.map((product) => [product.id, product]));
    const gone = form.items.filter(({ id }) => !products.has(id)).map(({ id }) => id);
    if (gone.length > 0) return { kind: "unavailable", productIds: gone };

    const lines = form.items.map(({ id, qty }, position) => {
      const product = products.get(id)!;
      return {
        position,
        productId: id,
        name: product.name,
        image: product.picture?.path ?? null,
        unitPriceCents: product.priceCents,
        quantity: qty,
        unitPrice: product.unitPrice,
      };
    });
    const chosen = await chooseReduction(
      tx,
      groups,
      {
        code: form.code ?? "",
        lines: lines.map(({ productId, unitPriceCents, quantity }) => {
          const { category, facts } = products.get(productId)!;
          return { category, reference: facts.reference, cents: unitPriceCents * quantity };
        }),
        deliveryCents: 0,
        customerId: customer.id,
        today: parisDay(new Date(databaseNow())),
      },
      true,
    );
    if (chosen.kind === "refused") return { kind: "refused", errors: { code: chosen.message } };
    const reduced = lines.map((line, position) => ({
      ...line,
      reductionCents: chosen.applied?.shares[position] ?? 0,
    }));
    const totalCents = reduced.reduce(
      (total, line) => total + line.unitPriceCents * line.quantity - line.reductionCents,
      0,
    );
    if (totalCents !== form.seenTotalCents) return { kind: "price-changed", totalCents };
    if (totalCents === 0) return { kind: "free" };
    if (totalCents > LARGEST_TOTAL_CENTS) return { kind: "too-much" };
    if (form.paymentMethod === "Paiement à la livraison" && totalCents > CASH_LIMIT_CENTS)
      return { kind: "refused", errors: { paymentMethod: CASH_LIMIT_TEXT } };

    const terms = await acceptedTerms(tx, settings);
    const orderId = newId();
    const [order] = await tx
      .insert(orders)
      .values({
        id: orderId,
        customerId: customer.id,
        idempotencyKey: form.idempotencyKey,
        totalCents,
        reductionName: chosen.applied?.name ?? null,
        shippingMethod: form.shippingMethod,
        paymentMethod: form.paymentMethod,
        shippingAddress: form.address,
        shippingCountry,
        vatPercent: vatPercentOf(groups, shippingCountry),
        phoneNumber: form.phone,
        customerName: form.name,
        shippingFrom: daysFromToday(0),
        shippingUntil: daysFromToday(DELIVERY_DAYS),
        termsVersion: terms.effectiveOn,
        termsHash: terms.hash,
      })
      // Waits for a concurrent transaction that inserts the same key; if that commits, its order is read below.
      .onConflictDoNothing({ target: [orders.customerId, orders.idempotencyKey] })
      .returning();
    if (!order) {
      const concurrent = await orderWithKey(tx, customer.id, form.idempotencyKey);
      if (!concurrent) throw new Error("an order with this key exists and cannot be read");
      return { kind: "placed", orderId: concurrent };
    }
    await Promise.all([
      tx.insert(orderLines).values(reduced.map((line) => ({ orderId, ...line }))),
      chosen.applied && recordReduction(tx, orderId, chosen.applied),
      form.paymentMethod === "Paiement à la livraison" &&
        addMessage(tx, {
          id: orderId,
          title: "Nouvelle commande à la livraison",
          message: `Commande ${deliveryNumber(orderId)} à préparer, à régler à la livraison.`,
          email: customer.email,
          name: form.name,
          phoneNumber: form.phone,
        }),
      queueMailOf(
        tx,
        jobs,
        { order, lines: reduced, to: account.email },
        { kind: "received", essentials: essentials(onSale, groups.legal.responsiblePerson) },
      ),
    ]);
    return { kind: "placed", orderId };
  });
  return placed.catch((error: unknown) => {
    const shortages = shortagesOf(error);
    if (!shortages) throw error;
    return { kind: "shortage", shortages };
  });
}

async function orderWithKey(
  tx: Transaction,
  customerId: string,
  idempotencyKey: string,
): Promise<string | undefined> {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), eq(orders.idempotencyKey, idempotencyKey)));
  return order?.id;
}

/** A date by the database's clock and the shop's calendar (Europe/Paris). */
function daysFromToday(days: number) {
  return sql<string>`(now() AT TIME ZONE 'Europe/Paris')::date + ${days}::integer`;
}
