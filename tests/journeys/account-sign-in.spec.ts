import { PASSWORD, expectAccessibleAtAllWidths, mailedLink, signUp } from "./account-steps.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { expect, test } from "./test.ts";

test("a forgotten password is reset by a mailed link, and the visitor returns to the order", async ({
  page,
  browser,
}) => {
  // axe checks many states: at the phone width, with THOROUGH=1 at the desktop width, too.
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
