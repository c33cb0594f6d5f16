import { createElement, use, type FunctionComponent, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { GRID_SIZES, ProductCard } from "./catalogue/product-card.tsx";
import { HeartsContext } from "./favourites/favourites.tsx";
import { markupOf } from "./memoized-markup.server.tsx";
import { MarkupContext, Memoized } from "./ui/memoized.tsx";

const memoized = (page: ReactElement) =>
  renderToString(createElement(MarkupContext, { value: markupOf }, page));

const product = {
  id: "01M01G8WAY43SKKWJXP3M4JG9F",
  name: 'crème d’été <b>&"l\'autre"</b>',
  priceCents: 3_450,
  rating: 4.25,
  ratingCount: 3,
  picture: { path: "a/b.jpg", width: 800, height: 1_000, hasRenditions: true },
};

/** A card on the page of somebody who marked these products. */
const card = (ids: string[], changes: Partial<typeof product> = {}) =>
  createElement(
    HeartsContext,
    { value: { marked: new Set(ids), place: "boutique" } },
    createElement(ProductCard, { product: { ...product, ...changes }, sizes: GRID_SIZES }),
  );

test("a card is written as React writes it, the first time and every other", () => {
  const plain = renderToString(card([]));
  expect(plain).toContain("&lt;b&gt;");
  expect([memoized(card([])), memoized(card([]))]).toEqual([plain, plain]);
});

test("a card that was written for one is written anew where anything differs", () => {
  for (const other of [
    card([product.id]),
    card([], { priceCents: 1 }),
    card([], { name: "baume" }),
  ])
    expect(memoized(other)).toBe(renderToString(other));
  expect(memoized(card([product.id]))).toContain('aria-pressed="true"');
  expect(memoized(card([]))).toContain('aria-pressed="false"');
});

test("what has the same properties is rendered once", () => {
  const Contents = vi.fn<FunctionComponent<{ name: string }>>(({ name }) => `${name} &`);
  const page = (name: string) =>
    createElement(Memoized<{ name: string }>, {
      as: "footer",
      contents: Contents,
      props: { name },
    });
  expect([page("un"), page("deux"), page("un")].map(memoized)).toEqual([
    "<footer>un &amp;</footer>",
    "<footer>deux &amp;</footer>",
    "<footer>un &amp;</footer>",
  ]);
  expect(Contents).toHaveBeenCalledTimes(2);
});

test("what is memoized sees nothing of the page around it", () => {
  const Contents = () => use(HeartsContext).place;
  const page = createElement(Memoized<object>, { as: "footer", contents: Contents, props: {} });
  const here = { marked: new Set<string>(), place: "boutique" };
  expect(memoized(createElement(HeartsContext, { value: here }, page))).toBe(
    "<footer>produit</footer>",
  );
});
