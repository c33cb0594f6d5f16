import type { Locator, Page } from "./test.ts";

/** Opens the contact page and fills in its form; returns the form. */
export async function fillInContactForm(page: Page): Promise<Locator> {
  await page.goto("/contact");
  const form = page.getByRole("main").locator("form");
  await form.getByLabel("Nom", { exact: false }).first().fill("Inès Moreau");
  await form.getByLabel("E-mail").fill("ines@exemple.fr");
  await form.getByLabel(/Objet|Sujet/).fill("Une question");
  await form.getByLabel("Message").fill("Livrez-vous en Corse ?");
  return form;
}
