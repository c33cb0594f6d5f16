import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { DATA_DIR } from "../../playwright.config.ts";
import { linkIn, writtenMails } from "../support/mail.ts";
import { expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { SOON } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

const PASSWORD = "Mot-de-passe-1";

const PORTRAIT = {
  create: { width: 600, height: 600, channels: 3, background: "#a58" },
} as const;
const WIDTHS = process.env["THOROUGH"] ? [1440, 390] : [390];

async function expectAccessibleAtAllWidths(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${what} at ${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The link to `path` in the only mail to this address that contains one. */
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
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmation du mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Créer mon compte" }).click();
  await expect(page).toHaveURL("/");
}

test("a forgotten password is reset by a mailed link, and the visitor returns to the order", async ({
  page,
  browser,
}) => {
  // Many states, each checked by axe at two widths.
  test.slow();
  failOnConsoleErrors(page, /status of 4(00|01|10)/);
  const email = "ines.oubli@exemple.fr";
  const elsewhere = await (await browser.newContext()).newPage();
  await signUp(elsewhere, email);

  await page.goto("/panier");
  await page.getByRole("banner").getByRole("link", { name: "Connexion" }).click();
  await expect(page).toHaveURL("/connexion?retour=panier");
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
  await expectAccessibleAtAllWidths(page, "password forgotten");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Envoyer le lien" }).click();
  await expect(page.getByText(/un lien vient de lui être envoyé/)).toBeVisible();
  await expectAccessibleAtAllWidths(page, "link sent");
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
  await expectAccessibleAtAllWidths(page, "new password");
  await page.getByLabel("Confirmation du mot de passe").fill("Nouveau-mot-2");
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(page.getByText("Votre mot de passe a changé")).toBeVisible();
  await expectAccessibleAtAllWidths(page, "password changed");

  await page.locator("main").getByRole("link", { name: "Se connecter" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("Nouveau-mot-2");
  await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByRole("button", { name: "Mon compte : Inès Moreau" })).toBeVisible();
  await elsewhere.goto("/admin/my-orders");
  await expect(elsewhere).toHaveURL(/\/connexion/);

  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("Ce lien ne sert plus");
  await expectAccessibleAtAllWidths(page, "a dead link");
});

test("profile: kept when the connection is lost; saved, then shown on every open page within a second", async ({
  page,
  browser,
}) => {
  test.slow();
  failOnConsoleErrors(page, /ERR_FAILED/);
  const email = "ines.profil@exemple.fr";
  await signUp(page, email);
  await page.goto("/recherche/?keyword=verveine");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Acheter/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Les avis" })).toBeVisible();
  await page.getByText("5 sur 5", { exact: true }).click({ force: true });
  await page.getByLabel("Votre commentaire").fill("Elle tient toute la journée.");
  await page.getByRole("button", { name: "Publier mon avis" }).click();
  await expect(page.getByText("Commentaire ajouté avec succès")).toBeVisible();

  // The customer's second tab, and a visitor who reads her comment.
  const tab = await page.context().newPage();
  const visitor = await (await browser.newContext()).newPage();
  const greeted = [tab, visitor].map((open) => open.waitForResponse("**/live?*"));
  await tab.goto("/admin/account");
  await visitor.goto(page.url());
  await Promise.all(greeted);
  await expect(visitor.getByText("Inès Moreau")).toBeVisible();

  await page.goto("/admin/parametre-compte");
  await page.getByLabel("Nom").fill("Inès Moreau-Petit");
  await page.getByLabel(/^Date de naissance/).fill("1991-03-14");
  await page.getByLabel(/^Téléphone/).fill("06 12 34 56 78");
  await expect(page.getByText("Modifications non enregistrées")).toBeVisible();
  // Leaving with unsaved changes asks for confirmation.
  await page.getByRole("banner").getByRole("link", { name: "Boutique" }).click();
  await page.getByRole("button", { name: "Continuer la modification" }).click();
  await expect(page.getByLabel("Nom")).toHaveValue("Inès Moreau-Petit");
  await page.route("**/parametre-compte*", (route) => route.abort());
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page.getByText("Erreur de mise a jour")).toBeVisible();
  await expect(page.getByLabel("Nom")).toHaveValue("Inès Moreau-Petit");
  await page.unroute("**/parametre-compte*");
  await page.getByLabel(/^Téléphone/).press("Enter");
  await expect(page.getByText("Modifications enregistrées")).toBeVisible();
  await expect(page.getByLabel(/^Téléphone/)).toHaveValue("+33 6 12 34 56 78");
  await expect(page.getByLabel(/^Téléphone/)).toBeFocused();
  // A change in another tab updates the page and keeps the form's success message.
  const elsewhere = { name: "Inès Moreau-Petit", dateOfBirth: "1991-03-14", email };
  await page.context().request.post("/admin/parametre-compte", {
    headers: { origin: new URL(page.url()).origin },
    form: { ...elsewhere, phone: "06 12 34 56 79" },
  });
  await expect(page.getByLabel(/^Téléphone/)).toHaveValue("+33 6 12 34 56 79", SOON);
  await expect(page.getByText("Modifications enregistrées")).toBeVisible();

  await expect(tab.getByRole("heading", { name: "Inès Moreau-Petit" })).toBeVisible(SOON);
  await expect(tab.getByText("14 mars 1991")).toBeVisible(SOON);
  await expect(visitor.getByText("Inès Moreau-Petit")).toBeVisible(SOON);
  await page.getByRole("button", { name: "Mon compte : Inès Moreau-Petit" }).click();
  await expect(page.locator("#profil").getByText("+33 6 12 34 56 79")).toBeVisible();
  await page.keyboard.press("Escape");

  // Another email to sign in with.
  const fresh = "ines.nouvelle@exemple.fr";
  await page.getByLabel("Adresse e-mail").fill(fresh);
  await page.keyboard.press("Control+s");
  await expect(page.getByText(`Vous vous connectez avec ${email}`)).toBeVisible();
  await expectAccessibleAtAllWidths(page, "an address to confirm");
  const link = await mailedLink(fresh, "/confirmer-adresse");
  await visitor.goto(link);
  await expect(visitor.getByText(`Se connecter désormais avec ${fresh}`)).toBeVisible();
  await expectAccessibleAtAllWidths(visitor, "confirming an address");
  const confirmWith = async (password: string) => {
    await visitor.getByLabel("Mot de passe", { exact: true }).fill(password);
    await visitor.getByRole("button", { name: "Confirmer cette adresse" }).click();
  };
  await confirmWith("au hasard");
  await expect(visitor.getByText("Ce n’est pas votre mot de passe.").first()).toBeVisible();
  await expectAccessibleAtAllWidths(visitor, "a password refused");
  await confirmWith(PASSWORD);
  await expect(visitor.getByText("Votre adresse est confirmée")).toBeVisible();
  await expect(page.getByText(`Vous vous connectez avec ${email}`)).toHaveCount(0, SOON);

  // The mail to the former email restores the account; an open page has to sign in again.
  await visitor.goto(await mailedLink(email, "/ce-n-est-pas-moi"));
  await expect(visitor.getByText(`avec l’adresse ${email}`)).toBeVisible();
  await expectAccessibleAtAllWidths(visitor, "an address to take back");
  await visitor.getByRole("button", { name: "reprendre mon compte" }).click();
  await expect(visitor.getByText("Votre adresse est rétablie")).toBeVisible();
  await expectAccessibleAtAllWidths(visitor, "an address taken back");
  await visitor.getByRole("link", { name: "Choisir un nouveau mot de passe" }).click();
  await expect(visitor.getByText(`Pour le compte ${email}`)).toBeVisible();
  await expect(tab).toHaveURL(/\/connexion\?retour=compte$/, { timeout: 15_000 });
});

test("changing the password ends other sessions and keeps unsaved edits of the profile", async ({
  page,
  browser,
}) => {
  failOnConsoleErrors(page, /status of 400/);
  const email = "ines.change@exemple.fr";
  await signUp(page, email);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto("/connexion?retour=compte");
  await elsewhere.getByLabel("E-mail").fill(email);
  await elsewhere.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await elsewhere.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(elsewhere).toHaveURL(/account$/);

  await page.goto("/admin/account");
  await page.getByRole("link", { name: "Changer le mot de passe" }).click();
  await page.getByLabel("Nom", { exact: true }).fill("Inès en cours");
  const change = async (former: string, chosen: string, again = chosen) => {
    await page.getByLabel("Mot de passe actuel").fill(former);
    await page.getByLabel("Nouveau mot de passe").fill(chosen);
    await page.getByLabel("Confirmation du mot de passe").fill(again);
    await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  };
  await change(PASSWORD, "Nouveau-mot-2", "Nouveau-mot-3");
  await expect(page.getByText("Mot de passe non conforme")).toBeVisible();
  await change("au hasard", "Nouveau-mot-2");
  await expect(page.getByText("Ce n’est pas votre mot de passe.").first()).toBeVisible();
  await expectAccessibleAtAllWidths(page, "a former password refused");
  await change("au hasard", "Nouveau-mot-2", "Nouveau-mot-3");
  await expect(page.getByText("Mot de passe non conforme")).toBeVisible();
  await expect(page.getByText("Ce n’est pas votre mot de passe.")).toHaveCount(0);
  await change(PASSWORD, "Nouveau-mot-2");
  await expect(page.getByText("Mot de passe changé.")).toBeVisible();
  await expect(page.getByLabel("Nouveau mot de passe")).toHaveValue("");
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Inès en cours");
  await expectAccessibleAtAllWidths(page, "a password changed");
  await expect(elsewhere).toHaveURL(/\/connexion\?retour=compte$/, { timeout: 15_000 });
});

test("photo: a text file is refused; a picture appears on all open pages; removed, the initial is shown again", async ({
  page,
}) => {
  failOnConsoleErrors(page, /status of 4\d\d/);
  await signUp(page, "ines.photo@exemple.fr");
  const tab = await page.context().newPage();
  const greeted = tab.waitForResponse("**/live?*");
  await tab.goto("/admin/account");
  await greeted;
  await page.goto("/admin/parametre-compte");
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choisir une photo" }).click();
    await (await chooser).setFiles({ name, mimeType: "image/jpeg", buffer });
  };

  const nothing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choisir une photo" }).click();
  await (await nothing).setFiles([]);
  await expect(page.getByText("Aucun fichier sélectionné")).toBeVisible();
  await choose("photo.jpg", Buffer.from("du texte"));
  await expect(page.getByRole("listitem").getByText(/^Erreur de téléchargement/)).toBeVisible();
  await expectAccessibleAtAllWidths(page, "a photo refused");
  await choose("moi.jpg", await sharp(PORTRAIT).jpeg().toBuffer());
  await expect(page.getByText("Votre photo est à jour.")).toBeVisible();
  for (const open of [page, tab]) {
    const photos = open.locator("header button .avatar img, main .avatar--xl img");
    await expect(photos).toHaveCount(2, SOON);
    for (const photo of await photos.all())
      await expect(photo).toHaveAttribute("src", /^\/media\/profil\/\w+\/\w+\.jpg$/);
  }
  await expectAccessibleAtAllWidths(page, "a photo");
  await page.getByRole("button", { name: "Retirer la photo" }).click();
  for (const open of [page, tab]) await expect(open.locator(".avatar--xl")).toHaveText("I", SOON);
});

test("a sign-up with several errors focuses the first invalid field", async ({ page }) => {
  failOnConsoleErrors(page);
  await page.goto("/connexion?mode=inscription");
  await page.getByLabel("Nom").fill("Inès Moreau");
  await page.getByLabel("E-mail").fill("ines@@exemple");
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmation du mot de passe").fill("Mot-de-passe-2");
  await page.getByLabel("Confirmation du mot de passe").press("Enter");
  await expect(page.getByText("Mot de passe non conforme")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
});

test("a refused sign-up shows its reason and two alternatives within a phone's viewport", async ({
  page,
}) => {
  failOnConsoleErrors(page, /status of 401/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/connexion?mode=inscription&retour=panier");
  await page.getByLabel("Nom", { exact: true }).fill("Inès");
  await page.getByLabel("E-mail").fill("cliente@eclat.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmation du mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Créer mon compte" }).click();
  await expect(page.getByText("Mot de passe ou email invalide")).toBeInViewport();
  await expect(page.getByRole("link", { name: "Connectez-vous" })).toBeInViewport();
  await expectAccessibleAtAllWidths(page, "a sign-up refused");
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmation du mot de passe").fill("Mot-de-passe-2");
  await page.getByRole("button", { name: "Créer mon compte" }).click();
  await expect(page.getByText("Mot de passe non conforme")).toBeVisible();
  await expect(page.getByText("Mot de passe ou email invalide")).toHaveCount(0);
  await page.getByLabel("Confirmation du mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Créer mon compte" }).click();
  await expect(page.getByText("Mot de passe ou email invalide")).toBeInViewport();
  await page.getByRole("link", { name: "changez de mot de passe" }).click();
  await expect(page).toHaveURL(/\/mot-de-passe-oublie\?retour=panier$/);
});

test("data rights: the data file downloads; the account is deleted after the password and a confirmation", async ({
  page,
}) => {
  await signUp(page, "droits@exemple.fr");
  await page.goto("/admin/parametre-compte");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Télécharger mes données" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe("mes-donnees-eclat.json");
  const data = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(data.profil.adresseDeConnexion).toBe("droits@exemple.fr");

  await page.getByRole("link", { name: "Supprimer mon compte" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Supprimer mon compte" })).toBeVisible();
  const remove = page.getByRole("button", { name: "Supprimer mon compte" });
  const confirm = page.getByRole("button", { name: "Supprimer définitivement" });
  await page.getByLabel("Mot de passe", { exact: true }).fill("pas-le-bon");
  await remove.click();
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Un champ est à corriger" })).toBeVisible();
  await expectAccessibleAtAllWidths(page, "the end of an account, refused");
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await remove.click();
  await expectAccessibleAtAllWidths(page, "the last question");
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(confirm).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.click();
  await confirm.click();
  await expect(page).toHaveURL("/compte-supprime");
  await expect(page.getByText("Votre compte est supprimé")).toBeVisible();
  await expectAccessibleAtAllWidths(page, "a deleted account");
  await page.goto("/admin/account");
  await expect(page).toHaveURL(/\/connexion/);
});
