import { test as plain, type Page } from "@playwright/test";

export { expect, type Locator, type Page } from "@playwright/test";

/**
 * Playwright's `test`. `goto` and `reload` of its `page` wait for hydration, because scripts start after the first view
 * (decision 26). After each test it closes the contexts that the test opened, whose pages would run on during the next
 * tests.
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

/** From now on `goto` and `reload` of this page wait for its scripts. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener("hydrated", () => Object.assign(window, { isHydrated: true })),
  );
  for (const act of ["goto", "reload"] as const) {
    const plainAct = page[act].bind(page) as (...args: unknown[]) => Promise<never>;
    page[act] = async (...args: unknown[]) => {
      const answer = await plainAct(...args);
      // A key press starts the scripts at once; without input they start when the browser is idle.
      await page.evaluate(() => dispatchEvent(new KeyboardEvent("keydown")));
      await page.waitForFunction(
        () => !("__reactRouterContext" in window) || "isHydrated" in window,
      );
      return answer;
    };
  }
}
