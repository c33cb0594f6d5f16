import { expect, test, type Page } from "@playwright/test";
import { DATA_DIR } from "../../playwright.config.ts";
import { linkIn, writtenMails } from "../support/mail.ts";
import { expectSound } from "./sound.ts";
import { failOnSurprises } from "./surprises.ts";

const WIDTHS = [1440, 390];

async function expectSoundAtAllWidths(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectSound(page, `${what} at ${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The one link to `path` that was mailed to this address. */
async function mailedLink(email: string, path: string): Promise<string> {
  const find = async () =>
    (await writtenMails(DATA_DIR, email)).filter(({ text }) => text.includes(path));
  await expect.poll(async () => (await find()).length).toBe(1);
  return linkIn((await find())[0]!, path);
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/connexion?mode=inscription");
  await page.getByLabel("Nom").fill("Inès Moreau");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("Mot-de-passe-1");
  await page.getByLabel("Confirmation du mot de passe").fill("Mot-de-passe-1");
  await page.getByRole("button", { name: "Créer mon compte" }).click();
  await expect(page).toHaveURL("/");
}

test("a forgotten password: asked for on the way to an order, chosen by a mailed link", async ({
  page,
  browser,
}) => {
  failOnSurprises(page, /status of 4(00|01|10)/);
  const email = "ines.oubli@exemple.fr";
  const elsewhere = await (await browser.newContext()).newPage();
  await signUp(elsewhere, email);

  await page.goto("/connexion?retour=panier");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("je ne sais plus");
  await page.getByRole("button", { name: "Afficher le mot de passe" }).click();
  await expect(page.getByLabel("Mot de passe", { exact: true })).toHaveAttribute("type", "text");
  await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("Mot de passe ou email invalide")).toBeVisible();
  await page.getByRole("link", { name: "Mot de passe oublié" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mot de passe oublié");
  await page.getByRole("button", { name: "Envoyer le lien" }).click();
  await expect(page.getByRole("alert")).toContainText("Indiquez votre adresse e-mail.");
  await expectSoundAtAllWidths(page, "password forgotten");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Envoyer le lien" }).click();
  await expect(page.getByText(/un lien vient de lui être envoyé/)).toBeVisible();
  await expectSoundAtAllWidths(page, "link sent");
  await expect(page.getByRole("link", { name: "Retour à la connexion" })).toHaveAttribute(
    "href",
    "/connexion?retour=panier",
  );

  const link = await mailedLink(email, "/nouveau-mot-de-passe");
  await page.goto(link);
  await expect(page.getByText(`Pour le compte ${email}`)).toBeVisible();
  for (const label of ["Mot de passe", "Confirmation du mot de passe"])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute(
      "autocomplete",
      "new-password",
    );
  await page.getByLabel("Mot de passe", { exact: true }).fill("Nouveau-mot-2");
  await page.getByLabel("Confirmation du mot de passe").fill("Nouveau-mot-3");
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(page.getByText("Mot de passe non conforme")).toBeVisible();
  await expectSoundAtAllWidths(page, "new password");
  await page.getByLabel("Confirmation du mot de passe").fill("Nouveau-mot-2");
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(page.getByText("Votre mot de passe a changé")).toBeVisible();
  await expectSoundAtAllWidths(page, "password changed");

  await page.locator("main").getByRole("link", { name: "Se connecter" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("Nouveau-mot-2");
  await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByRole("button", { name: "Mon compte : Inès Moreau" })).toBeVisible();
  await elsewhere.goto("/admin/my-orders");
  await expect(elsewhere).toHaveURL(/\/connexion/);

  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("Ce lien ne sert plus");
  await expectSoundAtAllWidths(page, "a dead link");
});
