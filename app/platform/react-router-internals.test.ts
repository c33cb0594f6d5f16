import { createElement, use, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, useActionData } from "react-router";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { DataRouterContext, DataRouterDataContext } from "./react-router-internals.ts";

/*
 * The shop uses React Router's internals: the two contexts below, the markup that late-scripts.ts
 * replaces, `serverHandoffStream` and `streamController` in entry.server.tsx. Change the version here once this file's
 * tests, app/late-scripts.test.ts and the journeys pass with the new one.
 */
const CHECKED = "8.4.0";

test("the installed React Router is the version whose internals were checked", () => {
  expect(manifest.dependencies["react-router"]).toBe(CHECKED);
  expect(manifest.dependencies["@react-router/node"]).toBe(CHECKED);
  expect(manifest.devDependencies["@react-router/dev"]).toBe(CHECKED);
});

function markupWithin(Page: () => ReactNode): string {
  const Stub = createRoutesStub([{ id: "page", path: "/", Component: Page }]);
  return renderToString(
    createElement(Stub, { hydrationData: { loaderData: {}, actionData: { page: "refused" } } }),
  );
}

test("a component reads the router from its context", () => {
  const markup = markupWithin(() => {
    const { router } = use(DataRouterContext)!;
    return [typeof router.navigate, typeof router.fetch, typeof router.subscribe].join();
  });
  expect(markup).toBe("function,function,function");
});

test("a component replaces the action's data for its children", () => {
  const Within = () => String(useActionData());
  const markup = markupWithin(() => {
    const data = use(DataRouterDataContext)!;
    const value = { ...data, actionData: { page: `${data.actionData?.["page"]} before` } };
    return createElement(DataRouterDataContext, { value }, createElement(Within));
  });
  expect(markup).toBe("refused before");
});
