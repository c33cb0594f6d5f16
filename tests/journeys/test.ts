import { test as plain, type Page } from "@playwright/test";

export { expect, type Locator, type Page } from "@playwright/test";

/**
 * Playwright's `test`, whose `goto` and `reload` wait for hydration: scripts start after the first view (decision 26).
 * Contexts that a test opens are closed with it: their pages would keep running beside the next tests.
 */
export const test = plain.extend<{ others: void }>({
  others: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      const others = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(others.map((context) => context.close()));
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    await waitForScripts(page);
    await use(page);
  },
});

/** Makes `goto` and `reload` of this page wait for hydration, as those of the `page` fixture do. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener("hydrated", () => Object.assign(window, { isAtWork: true })),
  );
  for (const act of ["goto", "reload"] as const) {
    const plainAct = page[act].bind(page) as (...args: unknown[]) => Promise<never>;
    page[act] = async (...args: unknown[]) => {
      const answer = await plainAct(...args);
      // Input starts the scripts at once; otherwise each page would wait for an idle moment.
      await page.evaluate(() => dispatchEvent(new KeyboardEvent("keydown")));
      await page.waitForFunction(() => !("__reactRouterContext" in window) || "isAtWork" in window);
      return answer;
    };
  }
}
