import type { productsForOrder } from "#app/catalogue/current-prices.server.ts";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { AppliedReduction } from "#app/reductions/apply-reduction.ts";
import { chooseReduction } from "#app/reductions/reductions.server.ts";
import type { Settings } from "#app/settings/groups.ts";
import { parisDay } from "#app/ui/french-date.ts";
import type { orderLines } from "#db/schema/index.ts";
import {
  chosenCountry,
  countryFault,
  deliveryCountries,
  vatPercentOf,
} from "./delivery-country.server.ts";
import type { OrderForm } from "./order-form-schema.ts";

export type PricedOrder = {
  kind: "priced";
  /** The order's lines, each with its share of the reduction. */
  lines: Omit<typeof orderLines.$inferInsert, "orderId">[];
  reduction: AppliedReduction | null;
  /** What the order's row holds of its price: the sums in cents, and the place and rate of its VAT. */
  price: {
    totalCents: number;
    reductionName: string | null;
    shippingCountry: string;
    vatPercent: number | null;
  };
};

export type PriceOrderOutcome =
  | PricedOrder
  /** These products no longer exist. */
  | { kind: "unavailable"; productIds: string[] }
  /** The shop doesn't deliver there, or the code can't be used: errors by field. */
  | { kind: "refused"; errors: Record<string, string> };

/**
 * Prices an order from the catalogue (`onSale`, locked) and the settings: lines, reduction, VAT. Locks the counts of the reductions in
 * question.
 */
export async function priceOrder(
  tx: Transaction,
  groups: Settings,
  customerId: string,
  form: OrderForm,
  onSale: Awaited<ReturnType<typeof productsForOrder>>,
): Promise<PriceOrderOutcome> {
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
      customerId,
      today: parisDay(new Date(databaseNow())),
    },
    true,
  );
  if (chosen.kind === "refused") return { kind: "refused", errors: { code: chosen.message } };
  const reduced = lines.map((line, position) => ({
    ...line,
    reductionCents: chosen.applied?.shares[position] ?? 0,
  }));
  return {
    kind: "priced",
    lines: reduced,
    reduction: chosen.applied,
    price: {
      totalCents: reduced.reduce(
        (total, line) => total + line.unitPriceCents * line.quantity - line.reductionCents,
        0,
      ),
      reductionName: chosen.applied?.name ?? null,
      shippingCountry,
      vatPercent: vatPercentOf(groups, shippingCountry),
    },
  };
}
