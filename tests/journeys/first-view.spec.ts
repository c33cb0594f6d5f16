import { existsSync } from "node:fs";
import { chromium, expect, test, type Page } from "@playwright/test";
import { failOnConsoleErrors } from "./console-errors.ts";

/** Delays the pages' scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test("the page is usable before its scripts load, and earlier clicks are replayed", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdScripts(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "En vedette" })).toBeVisible();
  const rules = page.locator("script[type=speculationrules]");
  await expect(rules).toHaveCount(1);
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Boutique" })).toBeVisible();
  // Hydration removes the speculation rules: links then navigate on the client.
  await expect(rules).toHaveCount(0);
});

test("no font of a first view waits for the style sheet", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/boutique", "/recherche/?keyword=creme", "/contact", "/faqs"]) {
    await page.goto(path);
    const initiators = await page.evaluate(async () => {
      await document.fonts.ready;
      return performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".woff2"))
        .map((entry) => (entry as PerformanceResourceTiming).initiatorType);
    });
    expect(initiators.length, path).toBeGreaterThan(1);
    // « css » would be a font that the browser found only in the style sheet.
    expect([...new Set(initiators)], path).toEqual(["link"]);
  }
});

test("a choice made before the scripts load is kept and applied", async ({ page }) => {
  failOnConsoleErrors(page);
  const release = await holdScripts(page);
  await page.goto("/boutique");
  const order = page.getByLabel(/^Trier/);
  await order.selectOption("Décroissant");
  await page.getByLabel(/^Parfums/).check();
  release();
  await expect(page).toHaveURL("/boutique?categorie=Parfums&tri=asc");
  await expect(order).toHaveValue("asc");
  await expect(page.getByLabel(/^Parfums/)).toBeChecked();
});

test("hydration does not scroll the page: a button that is being pressed stays in place", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.setViewportSize({ width: 390, height: 600 });
  for (const path of ["/connexion", "/connexion?mode=inscription&retour=panier"]) {
    const release = await holdScripts(page);
    await page.goto(path);
    await page.evaluate(() => {
      Object.assign(window, {
        hydration: new Promise((done) => addEventListener("hydrated", done)),
      });
      scrollTo({ top: 120, behavior: "instant" });
    });
    release();
    await page.evaluate(() => (window as unknown as { hydration: Promise<unknown> }).hydration);
    // Effects run within two frames of the hydration.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.evaluate(() => scrollY), path).toBe(120);
  }
});

test("going back restores the page from the back-forward cache, with live updates", async ({
  baseURL,
}, { project }) => {
  const { args } = project.use.launchOptions!;
  // Chromium itself: Playwright's headless shell has no back-forward cache.
  const executablePath = "/usr/bin/chromium";
  test.skip(!existsSync(executablePath), "needs the whole browser");
  const browser = await chromium.launch({
    executablePath,
    args,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const page = await browser.newPage({ baseURL });
  for (const path of ["/", "/boutique", "/recherche/?keyword=creme", "/panier", "/connexion"]) {
    const opened = page.waitForRequest(/\/live\?/);
    await page.goto(path);
    await opened;
    // Recorded in the page: Playwright does not see a restored page's requests.
    await page.evaluate(() => {
      const seen = { isRestored: false, streams: 0 };
      addEventListener("pageshow", ({ persisted }) => (seen.isRestored = persisted));
      window.EventSource = class extends EventSource {
        constructor(address: string | URL) {
          super(address);
          seen.streams++;
        }
      };
      Object.assign(window, { seen });
    });
    await page.goto("/faqs");
    // Playwright's goBack waits for a load event, which a restored page does not have.
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect(async () => {
      expect(await page.evaluate(() => "seen" in window && window.seen)).toEqual({
        isRestored: true,
        streams: 1,
      });
    }).toPass();
  }
  await browser.close();
});
