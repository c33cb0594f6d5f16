import { expect } from "vitest";
import type { Offers } from "./money-offers.ts";
import { priceOf, reducedOf, type Cart, type IsUsedUp, type Price } from "./money-oracle.ts";
import type { Known, Run } from "./money-run.ts";

/* An order of the money model as it is stored, compared with what it must cost. */

type Stored = {
  product_id: string;
  unit: number;
  quantity: number;
  share: number;
  total_cents: number;
  fee: number;
  fee_reduction: number;
  standard: number;
  vat: number | null;
  reduction_name: string | null;
  reduction_id: string | null;
  shipping_country: string;
};

/** Reads a placed order and checks it against what some of the offers in force make of it. */
export async function readPlaced(
  { shop, shades, isAlone }: Run,
  placed: {
    id: string;
    seen: number;
    cart: Cart;
    owner: number;
    candidates: readonly Offers[];
    isUsedUp: IsUsedUp;
  },
): Promise<Known> {
  const { id, seen, cart, owner, isUsedUp } = placed;
  const rows = await shop.sql<Stored[]>`
    SELECT product_id, unit_price_cents AS unit, quantity, l.reduction_cents AS share, total_cents, delivery_cents AS fee,
      delivery_reduction_cents AS fee_reduction, standard_delivery_cents AS standard, vat_percent::float8 AS vat, reduction_name,
      reduction_id, shipping_country
    FROM orders o JOIN order_lines l ON l.order_id = o.id LEFT JOIN reduction_uses u ON u.order_id = o.id
    WHERE o.id = ${id} ORDER BY position`;
  const [order] = rows;
  const lines = rows.map(({ unit, quantity, share }, index) => ({
    ...cart.lines[index]!,
    unitCents: unit,
    pieces: quantity,
    shareCents: share,
  }));
  expect(order!.total_cents, "the total is the one that was seen").toBe(seen);
  expect(lines.map(({ pieces }) => pieces)).toEqual(cart.lines.map(({ pieces }) => pieces));
  if (isAlone) expect(lines).toMatchObject(cart.lines as object[]);
  const reduction = placed.candidates
    .map((offers) => matching(order!, lines, priceOf(offers, { ...cart, lines }, isUsedUp)))
    .find((found) => found !== undefined);
  expect(
    reduction,
    `by the offers: ${id} costs what they say: ${JSON.stringify({ rows, ...placed })}`,
  ).toBeDefined();
  for (const { product_id: product } of rows)
    expect(shades.map((shade) => shade.id)).toContain(product);
  return {
    id,
    owner,
    lines,
    feeCents: order!.fee,
    feeReductionCents: order!.fee_reduction,
    standardCents: order!.standard,
    vatPercent: order!.vat ?? 20,
    country: cart.place.country,
    totalCents: seen,
    reduction: reduction ?? null,
    opened: new Set(),
    approved: false,
  };
}

/** The reduction by which the stored order costs this price; null: without one; undefined: it does not. */
function matching(order: Stored, lines: Known["lines"], price: Price | "refused") {
  if (price === "refused") return undefined;
  const { feeCents, standardCents, vatPercent, choices, mayHaveNone } = price;
  if (order.fee !== feeCents || order.standard !== standardCents || order.vat !== vatPercent)
    return undefined;
  if (order.reduction_id === null)
    return mayHaveNone &&
      order.reduction_name === null &&
      order.fee_reduction === 0 &&
      lines.every(({ shareCents }) => shareCents === 0)
      ? null
      : undefined;
  const choice = choices.find(({ one }) => one.id === order.reduction_id);
  if (!choice || order.reduction_name !== `Offre ${choice.index}`) return undefined;
  const { one, cents } = choice;
  const ofFee = one.kind === "delivery" ? cents : 0;
  if (order.fee_reduction !== ofFee) return undefined;
  const reduced = reducedOf(one, lines);
  const sum = reduced.reduce((all, { unitCents, pieces }) => all + unitCents * pieces, 0);
  // Shared in proportion, each share to the cent.
  const isShared = lines.every((line) => {
    const exact =
      ofFee > 0 || !reduced.includes(line) ? 0 : (cents * line.unitCents * line.pieces) / sum;
    return Math.abs(line.shareCents - exact) < 1 && (exact > 0 || line.shareCents === 0);
  });
  const shared = lines.reduce((all, { shareCents }) => all + shareCents, ofFee);
  return isShared && shared === cents ? one : undefined;
}
