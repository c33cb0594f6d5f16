import { chromium, expect, test } from "@playwright/test";
import { failOnSurprises } from "./surprises.ts";

test("the page is there before its scripts, and what was pressed meanwhile is not lost", async ({
  page,
}) => {
  failOnSurprises(page);
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

test("going back shows the page as it was left, and live again (back-forward cache)", async ({
  baseURL,
}, { project }) => {
  const { executablePath, args } = project.use.launchOptions!;
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
    await page.evaluate(() =>
      addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted })),
    );
    await page.goto("/faqs");
    const openedAgain = page.waitForRequest(/\/live\?/);
    await page.goBack({ waitUntil: "commit" });
    await expect(async () => {
      expect(await page.evaluate(() => "persisted" in window && window.persisted)).toBe(true);
    }).toPass();
    await openedAgain;
  }
  await browser.close();
});
