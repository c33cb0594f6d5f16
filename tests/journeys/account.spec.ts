import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { PASSWORD, expectAccessibleAtAllWidths, mailedLink, signUp } from "./account-steps.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { SOON } from "./people.ts";
import { expect, test } from "./test.ts";

const PORTRAIT = {
  create: { width: 600, height: 600, channels: 3, background: "#a58" },
} as const;
test("profile: the typed values are kept when the connection is lost; saved values appear on all open pages without a reload", async ({
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

  // The customer changes the e-mail address that she signs in with.
  const fresh = "ines.nouvelle@exemple.fr";
  await page.getByLabel("Adresse e-mail").fill(fresh);
  await page.getByRole("button", { name: "Enregistrer" }).click();
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

  // A link mailed to the former address restores that address; the open tab is redirected to sign-in.
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
