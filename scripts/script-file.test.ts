import { expect, test } from "vitest";
import { families } from "../app/routes.ts";
import { scriptFile } from "./script-file.ts";

const idOf = (page: string) => `/shop/app/${page}?__react-router-build-client-route`;
const PAGES = [
  ...Object.values(families).flatMap((pages) => pages.map(({ file }) => file)),
  "root.tsx",
  "shell/area-layout.tsx",
];
const fileAt = (url: string) =>
  Object.values(families)
    .flat()
    .find(({ path, index }) => (index ? "" : path) === url)!.file;
const [HOME, PRODUCT, CART, PAYMENT, WITHDRAWAL, MY_ORDERS, STOCK, ORDERS] = [
  "",
  "produit/:id",
  "panier",
  "payement/:id",
  "retractation",
  "admin/my-orders",
  "admin/stock",
  "admin/commandes",
].map(fileAt) as [string, string, string, string, string, string, string, string];

type Importers = { now?: string[]; later?: string[] };

/** The file of a module that these pages import, and load with `import()`. */
function fileOf({ now = [], later = [] }: Importers, module = "/shop/app/some/module.ts") {
  const graph = new Map(
    PAGES.map((page) => [idOf(page), { isEntry: true, importers: [], dynamicImporters: [] }]),
  );
  const imported = { isEntry: false, importers: now.map(idOf), dynamicImporters: later.map(idOf) };
  return scriptFile(module, {
    getModuleInfo: (id) => graph.get(id) ?? (id === module ? imported : null),
  });
}

test("what only one page needs is in its file", () => {
  const own = fileOf({ now: [PRODUCT] });
  expect(own).toBe(fileOf({}, idOf(PRODUCT)));
  expect(fileOf({ now: [PRODUCT, STOCK] })).toBe(own);
  expect(fileOf({ now: [STOCK] })).not.toBe(own);
});

test.each([
  [{ now: ["root.tsx", CART] }, "shop"],
  [{ now: [HOME, PRODUCT] }, "shop"],
  [{ now: [PRODUCT, CART] }, "shop"],
  [{ now: [PRODUCT], later: [PRODUCT] }, "shop"],
  [{ now: [PAYMENT, WITHDRAWAL] }, "order"],
  [{ now: [PAYMENT, STOCK, ORDERS] }, "order"],
  [{ now: [CART, PAYMENT] }, "checkout-order"],
  [{ now: [STOCK, ORDERS] }, "administration"],
  [{ now: [STOCK, MY_ORDERS] }, "areas"],
  [{ now: ["shell/area-layout.tsx", STOCK] }, "areas"],
  [{ now: [STOCK, ORDERS], later: [CART] }, "areas-and-later"],
  [{ later: ["root.tsx"] }, "later"],
  [{ later: [PRODUCT] }, "later"],
  [{ later: [CART] }, null],
] satisfies [Importers, string | null][])("a module of %j is in the file %s", (pages, file) => {
  expect(fileOf(pages)).toBe(file);
  expect(fileOf(pages, "/shop/app/moved/renamed.ts")).toBe(file);
});
