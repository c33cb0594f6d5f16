import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

/**
 * The time limit for live updates: one second with THOROUGH=1 (`npm run test:long`), when the machine runs nothing
 * else; otherwise 15 s.
 */
export const SOON = { timeout: process.env["THOROUGH"] ? 1_000 : 15_000 };

/** The demo accounts. */
const PEOPLE = {
  administrator: { email: "admin@eclat.example", password: "Admin-Eclat-2026" },
  customer: { email: "cliente@eclat.example", password: "Cliente-Eclat-2026" },
};

/** Signs in with a demo account through the form; ends on the home page. `at` is the shop's URL. */
export async function signIn(page: Page, who: keyof typeof PEOPLE, at = ""): Promise<void> {
  await page.goto(`${at}/connexion`);
  await page.getByLabel("E-mail").fill(PEOPLE[who].email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(PEOPLE[who].password);
  await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(`${at}/`);
}

/** Signs up a new customer; ends on the home page. */
export async function signUp(page: Page, email = `${randomUUID()}@exemple.fr`): Promise<void> {
  await page.goto("/connexion?mode=inscription");
  await page.getByLabel("Nom").fill("Salomé Petit");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("Mot-de-passe-1");
  await page.getByLabel(/^Confirm/).fill("Mot-de-passe-1");
  await page
    .locator("main form")
    .getByRole("button", { name: /compte|inscri/i })
    .click();
  await expect(page).toHaveURL("/");
}

/** Opens a page and waits until it is hydrated and its live stream is open. */
export async function openHydrated(page: Page, address: string): Promise<void> {
  const pathname = new URL(address, "http://shop.example").pathname;
  const isIts = (url: string) => new URL(url).pathname === pathname;
  // Only a response at the new address counts: the live stream of the page shown before may respond meanwhile.
  const stream = page.waitForResponse(
    (response) => new URL(response.url()).pathname === "/live" && isIts(page.url()),
  );
  await page.goto(address);
  await stream;
}

/** The address of a route's built module, on a page of the shop: « pages/faqs-page ». */
export async function moduleOf(page: Page, route: string): Promise<string> {
  const manifest = page.evaluate("window.__reactRouterManifest") as Promise<{
    routes: Record<string, { module: string }>;
  }>;
  return (await manifest).routes[route]!.module;
}
