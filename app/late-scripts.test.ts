import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, Scripts, ServerRouter, type EntryContext } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { withLateScripts } from "./late-scripts.ts";

const nonce = "abc+/=";
/** A page's markup as React Router renders it, with the parts that `withLateScripts` replaces. */
let page: { head: string; end: string };

beforeAll(async () => {
  const Root = (): ReactElement =>
    createElement(
      "html",
      null,
      createElement("head"),
      createElement("body", null, createElement("footer"), createElement(Scripts, { nonce })),
    );
  const route = { id: "root", path: "/", hasLoader: false, module: "/assets/root.js", imports: [] };
  const handler = createStaticHandler([{ id: "root", path: "/", Component: Root }]);
  const found = await handler.query(new Request("http://localhost/"));
  if (found instanceof Response) throw new Error("not a page");
  const context = {
    manifest: {
      routes: { root: route },
      entry: { module: "/assets/entry.js", imports: [] },
      url: "/assets/manifest.js",
      version: "1",
    },
    routeModules: { root: { default: Root } },
    staticHandlerContext: found,
    serverHandoffString: "{}",
    future: {},
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
    serializeError: (error: Error) => error,
  } as unknown as EntryContext;
  const html = renderToString(
    createElement(ServerRouter, { context, url: "http://localhost/", nonce }),
  );
  const [headEnd, footEnd] = [html.indexOf("</head>"), html.lastIndexOf("</footer>")];
  page = { head: html.slice(0, headEnd), end: html.slice(footEnd) };
});

test("defers the scripts that React Router writes", () => {
  const { head, end } = withLateScripts(page, nonce, false);
  expect(page.head).toContain('rel="modulepreload"');
  expect(head).not.toContain("modulepreload");
  expect(head).toContain('<link rel="later" href="/assets/entry.js"');
  expect(end).not.toContain('type="module"');
  expect(end).toContain(`<script nonce="${nonce}" type="later">`);
  expect(end).toMatch(/\(function startLater\(\) \{[^]*\}\)\(\);window\.__reactRouterContext =/);
});

test("only public pages have speculation rules for prefetching", () => {
  expect(withLateScripts(page, nonce, true).head).toContain('type="speculationrules"');
  expect(withLateScripts(page, nonce, false).head).not.toContain("speculationrules");
});

test.each([
  ["the preloads", 'rel="modulepreload"'],
  ["the module script", 'type="module" async=""'],
  ["the context", "window.__reactRouterContext ="],
  ["the nonce", nonce],
])("markup without %s is refused", (_title, part) => {
  const changed = { head: page.head.replaceAll(part, "x"), end: page.end.replaceAll(part, "x") };
  expect(() => withLateScripts(changed, nonce, true)).toThrow("React Router's markup has no ");
});
