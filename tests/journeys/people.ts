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

/** Signs in with a demo account, without the form, which journeys of their own test. The page stays where it is. */
export const signIn = (page: Page, who: keyof typeof PEOPLE, at = "") =>
  enter(page, `${at}/connexion`, PEOPLE[who]);

/** Signs up a new customer, without the form. The page stays where it is. */
export const signUp = (page: Page, email = `${randomUUID()}@exemple.fr`) =>
  enter(page, "/connexion?mode=inscription", {
    name: "Salomé Petit",
    email,
    password: "Mot-de-passe-1",
    confirmation: "Mot-de-passe-1",
    mode: "inscription",
  });

/** Posts a form of /connexion; the session's cookie is then in the page's context. */
async function enter(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const { request } = page.context();
  const shown = await request.get(path);
  const headers = { origin: new URL(shown.url()).origin };
  const answer = await request.post(path, { form, headers, maxRedirects: 0 });
  expect(answer.status(), await answer.text()).toBe(302);
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
