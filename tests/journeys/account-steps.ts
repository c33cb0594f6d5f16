import { DATA_DIR } from "../../playwright.config.ts";
import { linkIn, writtenMails } from "../support/mail.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, type Page } from "./test.ts";

export const PASSWORD = "Mot-de-passe-1";

/** The phone width only; with THOROUGH=1 (`npm run test:long`) the desktop width, too. */
const WIDTHS = process.env["THOROUGH"] ? [1440, 390] : [390];

/** Runs `expectAccessible` at each of WIDTHS, then sets the desktop width. `what` names the state in failures. */
export async function expectAccessibleAtAllWidths(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${what} at ${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Waits until exactly one mail to the address contains `path`, and returns the link to `path` in it. */
export async function mailedLink(email: string, path: string): Promise<string> {
  const find = async () =>
    (await writtenMails(DATA_DIR, email)).filter(({ text }) => text.includes(path));
  await expect.poll(async () => (await find()).length).toBe(1);
  return linkIn((await find())[0]!, path);
}

/** Signs up a customer named Inès Moreau with PASSWORD; ends on the home page. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/connexion?mode=inscription");
  await page.getByLabel("Nom").fill("Inès Moreau");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmation du mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Créer mon compte" }).click();
  await expect(page).toHaveURL("/");
}
