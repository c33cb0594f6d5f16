import { expect } from "vitest";
import type { CartSums } from "#app/checkout/cart-sums-endpoint.ts";
import type { Browser } from "./browser.ts";
import { orderForm } from "./catalogue.ts";
import type { Wanted } from "./money-acts.ts";
import { codeOf, methodId, PLACES, type Offers, type DrawnReduction } from "./money-offers.ts";
import { priceOf, type Cart, type CartLine, type Place, type Price } from "./money-oracle.ts";
import type { Run } from "./money-run.ts";
import { readPlaced } from "./stored-order.ts";

/* An order of the money model: placed by its form, and its answer compared with the expected one. */

/** The buyers whose uses of a reduction count together: the last one has the first one's address. */
const personOf = (owner: number) => (owner === 3 ? 0 : owner);
const CASH_LIMIT = 100_000;

/** Places an order as it is drawn; checks the answer, and each sum of the stored order. */
export async function placeDrawn(run: Run, wanted: Wanted): Promise<void> {
  const { shop, shades, buyers, known, isAlone } = run;
  const asked = run.offers.current();
  const chosen = shades
    .map(({ id }, product) => ({ id, product, pieces: wanted.pieces[product] ?? 0 }))
    .filter(({ pieces }) => pieces > 0);
  const onSale = await shop.sql<{ id: string; price: number; available: number | null }[]>`
    SELECT id, price_cents AS price, CASE WHEN is_counted THEN on_hand - held END AS available
    FROM products JOIN stock ON product_id = id WHERE id = ANY(${shades.map(({ id }) => id)})`;
  const productOf = (id: string) => onSale.find((one) => one.id === id);
  const lines = chosen.map(({ id, product, pieces }) => ({
    product,
    unitCents: productOf(id)?.price ?? 2_000,
    grams: shades[product]!.grams ?? 0,
    pieces,
  }));
  const usedUp = await usedUpFor(run, personOf(wanted.who));
  const cart = cartOf(asked, lines, wanted, usedUp);
  const price = priceOf(asked, cart, usedUp);
  const [best] = price === "refused" ? [] : price.choices;
  const articles = lines.reduce((sum, { unitCents, pieces }) => sum + unitCents * pieces, 0);
  const total = price === "refused" ? articles : articles + price.feeCents - (best?.cents ?? 0);
  const seen = wanted.odd === "other total" ? total + 1 : total;

  const form = orderForm(
    chosen.map(({ id, pieces }) => ({ id, qty: pieces })),
    seen,
    {
      ...formOf(cart),
      paymentMethod: wanted.isCash ? "Paiement à la livraison" : "Paiement securisé en ligne",
      ...(wanted.who > 1 && { email: buyers[wanted.who]!.email }),
    },
  );
  if (isAlone && wanted.who < 2 && price !== "refused" && onSale.length === shades.length)
    await checkShown(buyers[wanted.who]!, cart, form["items"]!, price);
  const times = wanted.odd === "twice" ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: times }, () => buyers[wanted.who]!.post("/panier", form)),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  if (isAlone) {
    const isShort = chosen.some(({ id, pieces }) => pieces > (productOf(id)?.available ?? pieces));
    const isGone = chosen.some(({ id }) => !productOf(id));
    const hasNoZone = cart.place.zone === null && asked.methods.some(({ isActive }) => isActive);
    // In the order of the shop's checks.
    const [, status] = [
      [hasNoZone, 400] as const,
      [isGone, 409] as const,
      [price === "refused", 400] as const,
      [seen !== total || total === 0, 409] as const,
      [wanted.isCash && total > CASH_LIMIT, 400] as const,
      [isShort, 409] as const,
      [true, 302] as const,
    ].find(([applies]) => applies)!;
    const what = JSON.stringify({ wanted, asked, lines, total });
    expect([...statuses], `by the offers: answer to ${what}`).toEqual([status]);
  } else for (const status of statuses) expect([302, 400, 409]).toContain(status);
  const ids = new Set(
    answers
      .filter(({ status }) => status === 302)
      .map(({ headers }) => headers.get("location")!.split("/").at(-1)!),
  );
  expect(ids.size, "the same form is one order").toBeLessThanOrEqual(1);
  for (const id of ids)
    known.push(
      await readPlaced(run, {
        id,
        seen,
        cart,
        owner: wanted.who,
        candidates: run.offers.since(asked),
        isUsedUp: isAlone
          ? usedUp
          : ({ most, mostEach }) => ((most ?? mostEach) === null ? false : "maybe"),
      }),
    );
}

function cartOf(
  offers: Offers,
  lines: CartLine[],
  { place: number, method, code, odd }: Wanted,
  usedUp: (one: DrawnReduction) => boolean,
): Cart {
  /** One of those that serve, or in odd orders of all. */
  const pick = <One>(all: readonly One[], index: number, serves: (one: One) => boolean) => {
    const among = odd === "any" ? all : all.filter(serves);
    return among[index % Math.max(1, among.length)];
  };
  const methods = offers.methods.map((one, index) => ({ ...one, index }));
  const active = methods.filter(({ isActive }) => isActive);
  const isServed = ({ zone }: Place) =>
    active.length === 0 || active.some(({ zones }) => zone !== null && zones.includes(zone));
  const place = pick(PLACES, number, isServed) ?? PLACES[number]!;
  const chosen = pick(
    methods,
    method,
    ({ isActive, zones }) => isActive && place.zone !== null && zones.includes(place.zone),
  );
  const codes = offers.reductions
    .map((one, index) => ({ ...one, index }))
    .filter(({ hasCode }) => hasCode);
  const typed = pick(codes, code, (one) => one.isActive && one.days === "always" && !usedUp(one));
  return {
    lines,
    place,
    method: chosen?.index ?? null,
    isHome: chosen?.isHome ?? method % 2 === 0,
    code: odd === "unknown code" ? "unknown" : code === 9 ? null : (typed?.index ?? null),
  };
}

/** The cart of a customer shows what the order costs. */
async function checkShown(who: Browser, cart: Cart, articles: string, price: Price): Promise<void> {
  const { place, method, code } = cart;
  const query = new URLSearchParams({
    articles,
    code: code === "unknown" || code === null ? "" : codeOf(code),
    pays: place.country,
    cp: place.country === "FR" ? /\d{5}/.exec(place.address)![0] : "",
    mode: method === null ? "" : methodId(method),
  });
  const shown = (await (await who.get(`/panier/sommes?${query}`)).json()) as CartSums;
  const { feeCents, vatPercent, choices } = price;
  expect(shown.reductionCents, `by the offers: reduction of ${query}`).toBe(choices[0]?.cents ?? 0);
  if (shown.delivery)
    expect(shown.delivery, `by the offers: delivery of ${query}`).toMatchObject({
      feeCents,
      vatPercent,
    });
  else expect(feeCents, "without methods there is no fee").toBe(0);
}

const formOf = ({ place, method, isHome, code }: Cart) => ({
  address: place.address,
  country: place.country,
  shippingMethod: isHome ? "Livraison à domicile" : "Point de relais",
  code: code === null ? "" : code === "unknown" ? "INCONNU" : codeOf(code),
  ...(method !== null && { delivery: methodId(method) }),
});

/** Whether a reduction's limits are reached, by the orders of the run that are not cancelled. */
async function usedUpFor(
  { shop, known }: Run,
  person: number,
): Promise<(one: DrawnReduction) => boolean> {
  const reduced = known.filter(({ reduction }) => reduction !== null);
  if (reduced.length === 0) return () => false;
  const ids = reduced.map(({ id }) => id);
  const rows = await shop.sql<{ id: string }[]>`
    SELECT id FROM orders WHERE id = ANY(${ids}) AND cancelled_at IS NULL`;
  const valid = reduced.filter(({ id }) => rows.some((row) => row.id === id));
  return ({ id, most, mostEach }) => {
    const uses = valid.filter(({ reduction }) => reduction!.id === id);
    const own = uses.filter(({ owner }) => personOf(owner) === person);
    return (most !== null && uses.length >= most) || (mostEach !== null && own.length >= mostEach);
  };
}
