import { readdirSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { shrinkManifest } from "./shrink-manifest.ts";

/** The manifest that a browser has after running the file. */
function run(script: string) {
  const window: Record<string, { entry: object; routes: Record<string, object> }> = {};
  Object.defineProperty(window, "window", { value: window });
  runInNewContext(script, window);
  return JSON.parse(JSON.stringify(window["__reactRouterManifest"]));
}

const isEmpty = (path: string) => path.startsWith("none");

test("fields that nothing reads go, and files that every page loads; endpoints share an empty file, downloads are left out; the entry and the root keep theirs", () => {
  const entry = { module: "e.js", imports: ["react.js"], css: [] };
  const root = { id: "root", path: "", hasLoader: true, module: "r.js", imports: ["react.js"] };
  const route = {
    id: "a",
    parentId: "root",
    hasLoader: true,
    hasAction: false,
    hasDefaultExport: true,
    module: "a.js",
    imports: ["react.js", "e.js", "r.js", "b.js"],
    css: [],
  };
  const other = { ...route, id: "b", css: ["b.css"], imports: ["e.js"] };
  const endpoint = { ...route, module: "none-1.js", imports: [] };
  const ends = { c: { ...endpoint, id: "c" }, d: { ...endpoint, id: "d", module: "none-2.js" } };
  const download = { ...endpoint, id: "f", path: "admin/stock.csv" };
  const full = { entry, routes: { root, a: route, b: other, ...ends, f: download }, url: "m.js" };
  const kept = { parentId: "root", hasLoader: true, module: "a.js" };
  expect(
    run(shrinkManifest(`window.__reactRouterManifest=${JSON.stringify(full)};`, isEmpty)),
  ).toEqual({
    entry,
    routes: {
      root,
      a: { id: "a", ...kept, imports: ["b.js"] },
      b: { id: "b", ...kept, css: ["b.css"] },
      c: { id: "c", ...kept, module: "none-1.js" },
      d: { id: "d", ...kept, module: "none-1.js" },
    },
    url: "m.js",
  });
});

test("a layout loads what most of its pages import", () => {
  const entry = { module: "e.js", imports: [], css: [] };
  const root = { id: "root", module: "r.js", imports: [] };
  const page = (id: string, imports: string[]) => ({ parentId: "l", module: `${id}.js`, imports });
  const layout = { parentId: "root", module: "l.js", imports: ["l2.js"] };
  const routes = {
    root,
    l: layout,
    a: page("a", ["s.js", "t.js"]),
    b: page("b", ["s.js"]),
    c: page("c", []),
  };
  const found = run(
    shrinkManifest(`window.__reactRouterManifest=${JSON.stringify({ entry, routes })};`, isEmpty),
  );
  expect(found.routes).toMatchObject({
    l: { imports: ["l2.js", "s.js"] },
    a: { imports: ["t.js"] },
  });
  expect(found.routes.b).not.toHaveProperty("imports");
});

test("the build's manifest is shrunk, whole, and named in the server's bundle", () => {
  const names = readdirSync("build/client/assets").filter((file) => /^manifest-.*js$/.test(file));
  expect(names).toHaveLength(1);
  const script = readFileSync(`build/client/assets/${names[0]}`, "utf8");
  expect(script).not.toMatch(/false|hasDefaultExport/);
  const { routes } = run(script);
  expect(routes.root).toMatchObject({ id: "root", hasLoader: true, hasErrorBoundary: true });
  expect(routes["catalogue/product-page"]).toMatchObject({
    id: "catalogue/product-page",
    parentId: "root",
    path: "produit/:id",
    hasAction: true,
  });
  expect(script).not.toContain(".csv");
  expect(readFileSync("build/server/index.js", "utf8")).toContain(names[0]);
});
