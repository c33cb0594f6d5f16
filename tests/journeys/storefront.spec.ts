import { expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { fillInContactForm } from "./contact-form.ts";
import { openHydrated, signIn } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

/** The text's horizontal centre, as a fraction of the window's width. */
async function middleOf(page: Page, text: string): Promise<number> {
  const box = (await page.getByText(text).boundingBox())!;
  return (box.x + box.width / 2) / page.viewportSize()!.width;
}

test("the banner has three slides that link to three fixed products, with dots and arrows (§2)", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.goto("/");
  const banner = page.getByRole("region", { name: "À la une" });
  const dots = banner.getByRole("button", { name: /^Diapositive \d/ });
  await expect(dots).toHaveCount(3);
  await dots.nth(2).click();
  await banner.getByRole("button", { name: "Diapositive suivante" }).click();
  for (const name of [
    "Crème hydratante rose et lin",
    "Eau de parfum jardin de nuit",
    "Crème solaire visage SPF 50+",
  ]) {
    await banner.getByRole("link").click();
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(new RegExp(name.replaceAll(/[+ ]/g, "[+\\s]"), "i"));
    await page.goBack();
    await banner.getByRole("button", { name: "Diapositive suivante" }).click();
    if (name.startsWith("Eau"))
      await banner.getByRole("button", { name: "Diapositive suivante" }).click();
  }
  await dots.first().click();
  await banner.getByRole("button", { name: "Diapositive précédente" }).click();
  await expect(dots.nth(2)).toHaveAttribute("aria-current", "true");
});

test("the shop's grid has 10, 8, 9, 8 or 6 products by width (§9)", async ({ page }) => {
  failOnConsoleErrors(page);
  await page.goto("/boutique");
  const list = page.getByRole("region", { name: /produits/ });
  const total = Number.parseInt((await list.getByRole("heading", { level: 2 }).textContent())!);
  expect(total).toBeGreaterThan(40);
  const cards = list.getByRole("article");
  for (const [width, size] of [
    [1630, 10],
    [1629, 8],
    [1487, 8],
    [1486, 9],
    [1044, 9],
    [1043, 8],
    [1000, 8],
    [999, 6],
    [390, 6],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(cards.filter({ visible: true }), `${width} px`).toHaveCount(size);
    const pages = Math.ceil(total / size);
    await expect(page.getByText(`page 1 sur ${pages}`), `${width} px`).toBeVisible();
  }
});

test("the shop on a phone: selects for category and order, chips remove filters, prices keep digits (§2, §5)", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, "/boutique");
  const all = await page.getByRole("heading", { level: 2, name: /produits/ }).textContent();
  await page.getByRole("combobox", { name: /Catégorie/ }).selectOption("Parfums");
  await expect(page.getByRole("heading", { name: "5 produits" })).toBeVisible();
  await page.getByRole("combobox", { name: "Trier" }).selectOption("Décroissant");
  await expect(page).toHaveURL(/tri=asc/);
  await page.getByRole("button", { name: /Filtrer/ }).click();
  const most = page
    .getByRole("dialog")
    .getByRole("textbox", { name: /Jusqu’à|à|max/i })
    .last();
  await most.pressSequentially("6a0€");
  await expect(most).toHaveValue("60");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/prix-max=60/);
  await page.getByRole("link", { name: /Parfums.*Retirer ce filtre/s }).click();
  await expect(page).not.toHaveURL(/Parfums/);
  await page.getByRole("link", { name: "Tout effacer" }).click();
  await expect(page.getByRole("heading", { level: 2, name: all!, exact: true })).toBeVisible();
});

test("the gallery: the thumbnails scroll, the picture opens in full size (§2)", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.goto("/recherche/?keyword=hydratante");
  await page.getByRole("link", { name: "Acheter Crème hydratante rose et lin" }).first().click();
  const gallery = page.getByRole("region", { name: "Photographies" });
  const thumbnails = gallery.getByRole("button", { name: /^Photographie \d/ });
  await expect(thumbnails.first()).toHaveAccessibleName(/^Photographie 1 sur [4-9]/);
  for (let step = 0; step < 2; step++) {
    const shown = gallery.locator("[aria-current=true]");
    await expect(shown).toHaveAccessibleName(new RegExp(`Photographie ${step + 1} `));
    await gallery.getByRole("button", { name: "Photographie suivante" }).click();
  }
  await expect(thumbnails).toHaveCount(3);
  await expect(thumbnails.first()).toHaveAccessibleName(/^Photographie 2 /);
  await gallery.getByRole("button", { name: "Agrandir la photographie" }).nth(2).click();
  const full = page.getByRole("dialog", { name: /photographie 3/ });
  await expect(full.getByRole("img", { name: /photographie 3$/ })).toBeInViewport({ ratio: 0.9 });
  // All thumbnails at once, not only the window of three.
  const all = page.getByRole("dialog").getByRole("button", { name: /^Afficher la photographie/ });
  await expect(all).toHaveCount(4);
  await all.first().click();
  const first = page.getByRole("dialog", { name: /photographie 1/ });
  await expect(first.getByRole("img", { name: /photographie 1$/ })).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page, "full-size pictures");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("FAQ: one question is open at a time (§2)", async ({ page }) => {
  failOnConsoleErrors(page);
  await page.goto("/faqs");
  await page.getByText("Quels moyens de paiement acceptez-vous ?").click();
  await expect(page.locator("details[open]")).toHaveCount(1);
  await page.getByText("Livrez-vous à l’étranger ?").click();
  await expect(page.locator("details[open] summary")).toHaveText(/Livrez-vous à l’étranger/);
  await page.getByRole("main").getByRole("link", { name: "Nous contacter" }).click();
  await expect(page).toHaveURL("/contact");
});

test("contact: a failed message keeps its text; a sent one shows thanks and clears the form (§8, §9)", async ({
  page,
}) => {
  failOnConsoleErrors(page, /ERR_FAILED/);
  const form = await fillInContactForm(page);
  await page.route("**/contact.data*", (route) => route.abort());
  await form.getByRole("button", { name: /Envoyer/ }).click();
  await expect(page.getByText("Erreur d'envoie")).toBeVisible();
  expect(await middleOf(page, "Erreur d'envoie")).toBeGreaterThan(0.6);
  await expect(form.getByLabel("Message")).toHaveValue("Livrez-vous en Corse ?");

  await page.unroute("**/contact.data*");
  await form.getByRole("button", { name: /Envoyer/ }).click();
  await expect(page.getByText("Message envoyé avec success")).toBeVisible();
  expect(Math.abs((await middleOf(page, "Message envoyé avec success")) - 0.5)).toBeLessThan(0.1);
  await expect(form.getByLabel("Message")).toHaveValue("");
  await expect(form.getByLabel("E-mail")).toHaveValue("");
});

test("switching to sign-up keeps the typed e-mail; different passwords show an error for 3 s and stay typed (§5, §9)", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.clock.install();
  await page.goto("/connexion");
  await page.getByLabel("E-mail").fill("ines@exemple.fr");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Créer un compte|Inscription/ })
    .click();
  await expect(page.getByLabel("E-mail")).toHaveValue("ines@exemple.fr");
  await page.getByRole("main").getByLabel("Nom", { exact: false }).first().fill("Inès Moreau");
  await page.getByLabel("Mot de passe", { exact: true }).fill("Mot-de-passe-1");
  await page.getByLabel(/Confirm/).fill("Mot-de-passe-2");
  // Stops the clock: afterwards only `runFor` advances it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Créer mon compte" }).click();
  const mismatch = page.getByText("Mot de passe non conforme").first();
  await expect(mismatch).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(mismatch).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByText("Mot de passe non conforme")).toHaveCount(0);
  await expect(page.getByLabel(/Confirm/)).toHaveValue("Mot-de-passe-2");
});

test("comment and favourite: a visitor's comment is kept for her return from sign-in; every change is confirmed by a message (§4, §8)", async ({
  page,
}) => {
  // A comment without stars is answered with status 400 and a question.
  failOnConsoleErrors(page, /status of 400/);
  const open = async () => {
    await page.goto("/recherche/?keyword=verveine");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Acheter/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "Les avis" })).toBeVisible();
  };
  await open();
  await page.getByText("4 sur 5", { exact: true }).click({ force: true });
  await page.getByLabel("Votre commentaire").fill("Fraîche, et discrète.");
  await page.getByRole("button", { name: "Publier mon avis" }).click();
  await expect(page).toHaveURL(/\/connexion\?retour=avis/);
  await expect(page.getByRole("heading", { level: 1, name: "Connexion" })).toBeInViewport();
  await expect(page.getByText(/^Votre avis est gardé/)).toBeVisible();
  await page.getByLabel("E-mail").fill("cliente@eclat.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill("Cliente-Eclat-2026");
  await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/produit\//);
  await expect(page.getByLabel("Votre commentaire")).toHaveValue("Fraîche, et discrète.");
  await page.getByRole("button", { name: "Publier mon avis" }).click();
  await expect(page.getByText("Commentaire ajouté avec succès")).toBeVisible();
  await expect(
    page.getByRole("paragraph").filter({ hasText: "Fraîche, et discrète." }),
  ).toBeVisible();
  await expect(page.getByLabel("Votre commentaire").first()).toHaveValue("");

  const own = page.locator("summary", { hasText: "Modifier ou supprimer votre avis" });
  await own.click();
  await expect(page.getByRole("button", { name: "Enregistrer mon avis" })).toBeVisible();
  await expectAccessible(page, "one's own comment, being changed");
  const mine = page.getByRole("article").filter({ has: own });
  await mine.getByText("2 sur 5", { exact: true }).click({ force: true });
  await mine.getByLabel("Votre commentaire").fill("Fraîche, mais fugace.");
  await mine.getByRole("button", { name: "Enregistrer mon avis" }).click();
  await expect(page.getByText("Avis modifié", { exact: true })).toBeVisible();
  const text = (said: string) => page.getByRole("paragraph").filter({ hasText: said });
  await expect(text("Fraîche, mais fugace.")).toBeVisible();
  await expect(text("Fraîche, et discrète.")).toHaveCount(0);
  await expect(mine.getByText("2 sur 5").first()).toBeVisible();
  await expect(mine).toBeFocused();
  // The comment is deleted after a confirmation.
  await own.click();
  const remove = mine.getByRole("button", { name: "Supprimer mon avis" });
  await expect(remove).toBeHidden();
  await mine.getByText("Supprimer cet avis", { exact: true }).click();
  await expect(mine.getByText(/^Voulez-vous vraiment supprimer/)).toBeVisible();
  await remove.click();
  await expect(page.getByText("Avis supprimé", { exact: true })).toBeVisible();
  await expect(text("Fraîche, mais fugace.")).toHaveCount(0);
  await expect(page.locator("#commentaires")).toBeFocused();
  await page.locator("#text").fill("Sans étoile.");
  await page.getByRole("button", { name: "Publier mon avis" }).click();
  const question = page.getByText("Publier à 0/5 ?");
  await expect(question).toBeVisible();
  await expectAccessible(page, "a comment without stars");
  await page.locator("#rate-3").focus();
  await page.keyboard.press("Space");
  await expect(question).toBeHidden();

  const heart = page.getByRole("button", { name: /favoris/ }).first();
  await heart.click();
  await expect(page.getByText("Favori ajouté avec succès !")).toBeVisible();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await heart.click();
  await expect(page.getByText("Favori supprimé avec succès !")).toBeVisible();
});

test("the profile menu has initial, name, phone and pages; a failed sign-out shows an error (§2, §8)", async ({
  page,
}) => {
  failOnConsoleErrors(page, /ERR_FAILED/);
  await page.goto("/connexion");
  await signIn(page, "customer");
  // `reload` waits for hydration: before it, « Déconnexion » posts a plain form, and a failure shows the browser's error page.
  await page.reload();
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: "Mon compte : Louise Marchand" }).click();
  const dropdown = page.locator("#profil");
  await expect(dropdown.getByText("L", { exact: true })).toBeVisible();
  await expect(dropdown.getByText("Louise Marchand")).toBeVisible();
  await expect(dropdown.getByText(/^\+33/)).toBeVisible();
  await page.route("**/deconnexion*", (route) => route.abort());
  await dropdown.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page.getByText("Erreur de déconnexion")).toBeVisible();
  await expect(header.getByRole("button", { name: /^Mon compte/ })).toBeVisible();
  await page.unroute("**/deconnexion*");
  await header.getByRole("button", { name: /^Mon compte/ }).click();
  await dropdown.getByRole("button", { name: "Déconnexion" }).click();
  await expect(header.getByRole("link", { name: "Connexion" })).toBeVisible();
});
