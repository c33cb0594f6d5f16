import { existsSync } from "node:fs";
import { chromium, expect, test } from "@playwright/test";
import { failOnConsoleErrors } from "./console-errors.ts";

test("the page is there before its scripts, and what was pressed meanwhile is not lost", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "En vedette" })).toBeVisible();
  const rules = page.locator("script[type=speculationrules]");
  await expect(rules).toHaveCount(1);
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Boutique" })).toBeVisible();
  // Now links are followed within the page.
  await expect(rules).toHaveCount(0);
});

test("what was chosen before scripts are there stays chosen, and is done", async ({ page }) => {
  failOnConsoleErrors(page);
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/boutique");
  const order = page.getByLabel(/^Trier/);
  await order.selectOption("Décroissant");
  await page.getByLabel(/^Parfums/).check();
  release();
  await expect(page).toHaveURL("/boutique?categorie=Parfums&tri=asc");
  await expect(order).toHaveValue("asc");
  await expect(page.getByLabel(/^Parfums/)).toBeChecked();
});

test("going back shows the page as it was left, and live again (back-forward cache)", async ({
  baseURL,
}, { project }) => {
  const { args } = project.use.launchOptions!;
  // The headless shell keeps no page to go back to.
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
    // The page tells by itself: what a restored page asks for isn't seen from outside.
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
    // Playwright's own way back waits for a loading that a restored page doesn't have.
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
