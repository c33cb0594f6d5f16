import { createElement, use, type FunctionComponent, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import { GRID_SIZES, ProductCard } from "./catalogue/product-card.tsx";
import { HeartsContext } from "./favourites/favourites.tsx";
import { CategoryList } from "./home/category-list.tsx";
import { homeSettings } from "./home/home-settings.server.ts";
import { houseTexts } from "./home/home-view.ts";
import { HouseBand } from "./home/house-band.tsx";
import { markupOf } from "./memoized-markup.server.tsx";
import { Footer } from "./shell/footer.tsx";
import { MarkupContext, Memoized } from "./ui/memoized.tsx";

const memoized = (page: ReactElement) =>
  renderToString(createElement(MarkupContext, { value: markupOf }, page));

const picture = { path: "a/b.jpg", width: 800, height: 1_000, hasRenditions: true };
const product = {
  id: "01M01G8WAY43SKKWJXP3M4JG9F",
  name: 'crème d’été <b>&"l\'autre"</b>',
  priceCents: 3_450,
  rating: 4.25,
  ratingCount: 3,
  picture,
  unitPrice: null,
  priorCents: null,
  isSoldOut: false,
};

/** A product card for a visitor whose favourites are the products with these ids. */
const card = (ids: string[], changes: object = {}, priority?: boolean) =>
  createElement(
    HeartsContext,
    { value: { marked: new Set(ids), place: "boutique" } },
    createElement(ProductCard, {
      product: { ...product, ...changes },
      sizes: GRID_SIZES,
      priority,
    }),
  );

const texts = houseTexts(homeSettings.defaults.demo);
const house = { id: product.id, name: product.name, composition: "Aqua, Rosa Flower <x>" };
const tiles = [
  { category: "Parfums" as const, count: 1, picture },
  { category: "Maquillage" as const, count: 12_000, picture: null },
];
const shop = { socialLinks: ["https://www.instagram.com/eclat", "https://example.org/?a&b"] };
const FooterAlone = createRoutesStub([
  { id: "root", path: "/", Component: () => createElement(Footer, { shop: shop as never }) },
]);

test.each<[string, ReactElement]>([
  ["a card", card([])],
  ["a card of a favourite", card([product.id])],
  ["a card with priority", card([], {}, true)],
  ["a card without a picture", card([], { picture: null })],
  ["a card with a unit price", card([], { unitPrice: "68,00\u00a0€ / 100\u00a0ml" })],
  ["a card with a prior price", card([], { priorCents: 4_500 })],
  ["a card without comments", card([], { ratingCount: 0, rating: 0 })],
  ["a card with a long name", card([], { name: "très ".repeat(40) })],
  ["the house", createElement(HouseBand, { product: { ...house, contents: "50 ml" }, texts })],
  ["a house without products", createElement(HouseBand, { product: null, texts })],
  ["categories", createElement(CategoryList, { tiles })],
  [
    "the footer",
    createElement(FooterAlone, {
      hydrationData: {
        loaderData: { root: { year: "2026", shop: JSON.stringify({ name: "Éclat" }) } },
      },
    }),
  ],
])("the markup of %s equals React's, when rendered and from the cache", (_title, element) => {
  const plain = renderToString(element);
  expect(plain.length).toBeGreaterThan(300);
  expect([memoized(element), memoized(element)]).toEqual([plain, plain]);
});

test("a card with another property or favourite state is not served from the cache", () => {
  expect(memoized(card([product.id]))).toContain('aria-pressed="true"');
  expect(memoized(card([]))).toContain('aria-pressed="false"');
  expect(memoized(card([], { priceCents: 1 }))).toContain("0,01");
  expect(memoized(card([], { name: "baume" }))).toContain("Baume");
});

type Named = FunctionComponent<{ name: string }>;

/** An element of the component `contents`, with this property. */
const page = (contents: Named, name: string) =>
  createElement(Memoized<{ name: string }>, { as: "footer", contents, props: { name } });

test("a component is rendered once for equal properties", () => {
  const contents = vi.fn<Named>(({ name }) => `${name} &`);
  const texts = ["un", "deux", "un"].map((name) => memoized(page(contents, name)));
  expect(texts).toEqual(["un", "deux", "un"].map((name) => `<footer>${name} &amp;</footer>`));
  expect(contents).toHaveBeenCalledTimes(2);
});

test("two components with equal properties have separate cache entries", () => {
  expect(memoized(page(({ name }) => `${name} 1`, "un"))).toContain("un 1");
  expect(memoized(page(({ name }) => `${name} 2`, "un"))).toContain("un 2");
});

test("memoized markup reads no context of the surrounding page", () => {
  const here = { marked: new Set<string>(), place: "boutique" };
  const contents = () => use(HeartsContext).place;
  const around = createElement(HeartsContext, { value: here }, page(contents, "ici"));
  expect(memoized(around)).toBe("<footer>produit</footer>");
});

test("a failed rendering is not cached: it fails each time", () => {
  const contents = vi.fn<Named>(({ name }) => name);
  contents.mockImplementationOnce(() => {
    throw new Error("once");
  });
  expect(() => memoized(page(contents, "un"))).toThrow("once");
  expect(memoized(page(contents, "un"))).toBe("<footer>un</footer>");
});

test("evicts the least recently used markup", () => {
  const contents = vi.fn<Named>(({ name }) => name);
  const long = "é".repeat(500_000);
  for (const name of ["un", ...Array.from({ length: 20 }, (_, at) => `${at}${long}`), "un"])
    memoized(page(contents, name));
  expect(contents).toHaveBeenCalledTimes(22);
});
