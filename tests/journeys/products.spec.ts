import { failOnConsoleErrors } from "./console-errors.ts";
import { signIn } from "./people.ts";
import { expect, test } from "./test.ts";

const PICTURES = "db/demo/images";

test("an administrator creates a product, moves and removes pictures, gets a warning before leaving, and deletes the product (§4, §5)", async ({
  page,
}) => {
  failOnConsoleErrors(page, /ERR_FAILED/);
  await signIn(page, "administrator");
  await page.goto("/admin/produits");
  await page.getByRole("link", { name: "Nouveau" }).click();
  await page.getByLabel("Nom", { exact: true }).fill("Élixir d’ESSAI");
  await page.getByLabel(/^Prix/).pressSequentially("4a2€");
  await expect(page.getByLabel(/^Prix/)).toHaveValue("42");
  await page.getByLabel("Nom, ligne 1").fill("Contenance");
  // Enter moves from cell to cell and adds the next row; the form is not submitted.
  await page.getByLabel("Nom, ligne 1").press("Enter");
  await expect(page.getByLabel("Valeur, ligne 1")).toBeFocused();
  await page.getByLabel("Valeur, ligne 1").fill("30 ml");
  await page.getByLabel("Valeur, ligne 1").press("Enter");
  await expect(page.getByLabel("Nom, ligne 2")).toBeFocused();
  await page.getByLabel("Nom, ligne 2").fill("Texture");
  await page.getByLabel("Valeur, ligne 2").fill("Huile");
  await page.getByRole("button", { name: "Monter la ligne 2" }).click();
  await expect(page.getByLabel("Nom, ligne 1")).toHaveValue("Texture");

  await page
    .locator("input[type=file]")
    .setInputFiles([1, 2].map((number) => `${PICTURES}/baume-demaquillant-camelia/${number}.jpg`));
  await expect(page.getByText("Elle s’ajoutera à l’enregistrement.")).toHaveCount(2);

  // Leaving asks for confirmation; staying keeps the values.
  await page.getByRole("banner").getByRole("link", { name: "Boutique" }).click();
  const question = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await question.getByRole("button", { name: "Continuer la modification" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel(/^Prix/)).toHaveValue("42");

  // A connection lost while saving keeps the values, too.
  await page.route("**/admin/new/product.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  const unsaved = page.getByRole("alert").filter({ hasText: "Connexion perdue" });
  await expect(unsaved).toBeInViewport();
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Élixir d’ESSAI");
  await expect(page.getByText("Elle s’ajoutera à l’enregistrement.")).toHaveCount(2);
  await page.unroute("**/admin/new/product.data*");

  // The same page in another tab has uploads of its own.
  const tab = await page.context().newPage();
  await tab.goto("/admin/new/product");
  await expect(tab.getByText("aucune image")).toBeVisible();
  await tab.close();

  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page.getByText("Produit créé.")).toBeVisible();
  await expect(page).toHaveURL("/admin/produits");
  await expect(page.getByRole("heading", { level: 1, name: "Produits" })).toBeFocused();

  await page.getByRole("searchbox", { name: "Chercher un produit" }).fill("élixir d");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^Modifier Élixir/ }).click();
  const pictures = page.getByRole("list").filter({ has: page.getByText("Principale") });
  const first = await pictures.getByRole("img").first().getAttribute("src");
  await page.getByRole("button", { name: "Reculer l’image 1" }).click();
  await expect(page.getByRole("button", { name: "Reculer l’image 2" })).toBeFocused();
  await expect(pictures.getByRole("img").nth(1)).toHaveAttribute("src", first!);
  await page.getByRole("button", { name: "Retirer l’image 1" }).click();
  await expect(page.getByText("Retirée à l’enregistrement")).toBeVisible();
  await expect(page.getByText("1 image à retirer")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Produit enregistré.")).toBeVisible();
  // After saving, the search results are shown again.
  await expect(page).toHaveURL("/admin/produits?recherche=%C3%A9lixir+d");
  await expect(page.getByText("Fichier supprimé avec succès")).toBeVisible();

  await page.goto("/admin/produits?recherche=élixir+d");
  await page.getByRole("link", { name: /^Supprimer Élixir/ }).click();
  const sure = page.getByRole("dialog", { name: "Voulez-vous vraiment supprimer ?" });
  await expect(sure.getByText("42 €")).toBeVisible();
  await sure.getByRole("button", { name: "Supprimer le produit" }).click();
  await expect(page.getByText("Produit supprimé.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Produits" })).toBeFocused();
  await expect(page.getByText("Aucun produit trouvé.")).toBeVisible();
});

test("errors are shown at their fields until the values are valid; a reload keeps the typed values", async ({
  page,
}) => {
  failOnConsoleErrors(page, /status of 400/);
  await signIn(page, "administrator");
  await page.goto("/admin/new/product");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  const summary = page.getByRole("alert").filter({ hasText: "Deux champs sont à corriger" });
  await expect(summary).toBeFocused();
  await page.getByLabel("Nom", { exact: true }).fill("essai");
  await expect(page.getByLabel("Nom", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Nom", { exact: true })).not.toHaveAttribute("aria-invalid");
  await expect(page.getByRole("heading", { name: "Un champ est à corriger" })).toBeVisible();
  await expect(page.getByText("1 champ à revoir")).toBeVisible();
  // Digits only (§5): the cents of « 12,50 » are dropped with a note, typed or pasted.
  const price = page.getByLabel(/^Prix/);
  await price.pressSequentially("1a2-,€b3");
  await expect(price).toHaveValue("123");
  await price.press("ArrowLeft");
  await price.pressSequentially("x9");
  await expect(price).toHaveValue("1293");
  await price.fill("");
  await price.pressSequentially("12,50 €");
  await expect(price).toHaveValue("12");
  await expect(page.getByRole("status").filter({ hasText: "« ,50 » a été laissé" })).toBeVisible();
  await expect(price).toHaveAccessibleDescription(/Les prix sont en euros entiers/);
  await price.fill("34.,5");
  await expect(price).toHaveValue("34");
  await expect(price).toHaveAccessibleDescription(/«.,5.» a été laissé de côté/);
  await price.press("Backspace");
  await expect(price).not.toHaveAccessibleDescription(/laissé de côté/);
  await price.fill("12");
  await expect(price).not.toHaveAttribute("aria-invalid");
  await expect(page.getByText("2 modifications non enregistrées")).toBeVisible();

  // A reload keeps the typed values; « Quitter sans enregistrer » discards them.
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText("Brouillon repris")).toBeVisible();
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("essai");
  await expect(price).toHaveValue("12");
  await page.getByRole("link", { name: "Annuler" }).click();
  await page.getByRole("button", { name: "Quitter sans enregistrer" }).click();
  await page.getByRole("link", { name: "Nouveau" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nouveau produit" })).toBeVisible();
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("");
  await expect(page.getByText("Brouillon repris")).toBeHidden();

  // On a phone the save bar is at most 64 px high, and 96 px with unsaved changes.
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole("region", { name: "Enregistrer" });
  expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(64);
  await page.getByLabel("Nom", { exact: true }).fill("essai");
  await expect(page.getByText("1 modification non enregistrée")).toBeVisible();
  expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(96);
});

test("the search field shows the URL's search and drops typed text that was not submitted", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await signIn(page, "administrator");
  await page.goto("/admin/produits");
  const field = page.getByRole("searchbox", { name: "Chercher un produit", exact: true });
  await field.fill("baume");
  await field.press("Enter");
  // The URL contains no empty filters.
  await expect(page).toHaveURL("/admin/produits?recherche=baume");
  await expect(field).toBeFocused();
  await field.fill("crème");
  await field.press("Enter");
  await expect(page).toHaveURL(/recherche=cr%C3%A8me$/);
  await page.goBack();
  await expect(field).toHaveValue("baume");
  await page.goBack();
  await expect(field).toHaveValue("");
  await page.goto("/admin/commandes");
  const orders = page.getByRole("searchbox", { name: "Chercher une commande", exact: true });
  await orders.fill("personne");
  await page.getByRole("link", { name: /^Livrées/ }).click();
  await expect(page).toHaveURL("/admin/commandes?etat=livrees");
  await expect(orders).toHaveValue("");
  await page.getByLabel("Paiement").selectOption("Payée");
  await expect(page).toHaveURL("/admin/commandes?etat=livrees&paiement=payee");
});

test("the save bar covers no field that the Tab key focuses, at 1,440 and 390 px", async ({
  page,
}) => {
  await signIn(page, "administrator");
  await page.goto("/admin/produits");
  await page.locator('a[href^="/admin/edict-product/"]').first().click();
  const bar = page.locator(".savebar");
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByLabel("Nom", { exact: true }).focus();
    let fields = 0;
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      const field = page.locator(".product-form .in:focus");
      if ((await field.count()) === 0) continue;
      fields++;
      await expect
        .poll(async () => {
          const [{ y, height }, top] = [(await field.boundingBox())!, (await bar.boundingBox())!.y];
          return y + height <= top;
        })
        .toBe(true);
    }
    expect(fields).toBeGreaterThan(10);
  }
});

test("the signed-in areas use up to 1,600 px; a truncated name is shown in full on hover and focus", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await signIn(page, "administrator");
  await page.goto("/admin/produits?recherche=rose+et+lin");
  const menu = page.getByRole("navigation", { name: "Mon espace" });
  const table = page.getByRole("table");
  const used = async () => {
    const [left, right] = [(await menu.boundingBox())!, (await table.boundingBox())!];
    return { from: Math.round(left.x), to: Math.round(right.x + right.width) };
  };
  await page.setViewportSize({ width: 1920, height: 1080 });
  // One pixel less than 1,600: the border of the panel surrounds the table.
  expect(await used()).toEqual({ from: 160, to: 1759 });
  await page.setViewportSize({ width: 2560, height: 1080 });
  expect(await used()).toEqual({ from: 480, to: 2079 });

  const row = page.getByRole("row").filter({ hasText: "Crème hydratante rose et lin" });
  const link = row.getByRole("link", { name: "Crème hydratante rose et lin", exact: true });
  const cut = link.getByText("Crème hydratante ros…", { exact: true });
  const whole = link.getByText("Crème hydratante rose et lin", { exact: true });
  /** Whether the name is shown in full: its box is as wide as its text, and nothing is clipped. */
  const isDrawn = () =>
    whole.evaluate((text) => {
      const letters = document.createRange();
      letters.selectNodeContents(text);
      const { width } = letters.getBoundingClientRect();
      const box = text.getBoundingClientRect();
      return width > 100 && box.width >= width - 1 && getComputedStyle(text).clipPath === "none";
    });
  // Where there is room, names are whole without pointing at them.
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(cut).toBeHidden();
    expect(await isDrawn()).toBe(true);
  }
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(cut).toBeVisible();
  expect(await isDrawn()).toBe(false);
  await row.getByRole("link", { name: /^Modifier/ }).hover();
  await expect(cut).toBeHidden();
  expect(await isDrawn()).toBe(true);
  await expect(whole).toBeInViewport({ ratio: 1 });

  await page.getByRole("heading", { level: 1 }).hover();
  await expect(cut).toBeVisible();
  await link.focus();
  await page.keyboard.press("Shift+Tab");
  await expect(cut).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await expect(cut).toBeHidden();
  expect(await isDrawn()).toBe(true);
});

test("ticked products stay ticked while other pages of the list are shown", async ({ page }) => {
  failOnConsoleErrors(page);
  await signIn(page, "administrator");
  await page.goto("/admin/produits");
  const boxes = page.getByRole("checkbox", { name: /^Choisir / });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const bar = page.getByRole("status").filter({ hasText: "produits, dont" });
  await page.getByRole("link", { name: "Suivant, page 2" }).click();
  await expect(page).toHaveURL("/admin/produits?page=2");
  await boxes.nth(2).check();
  await expect(bar).toHaveText("3 produits, dont 2 sur d’autres pages");
  await page.getByRole("link", { name: "Précédent, page 1" }).click();
  await expect(bar).toHaveText("3 produits, dont 1 sur d’autres pages");
  await expect(boxes.nth(1)).toBeChecked();
  await expect(boxes.nth(2)).not.toBeChecked();
  await boxes.nth(1).uncheck();
  await page.getByRole("button", { name: "Prévoir un prix" }).click();
  await expect(page).toHaveURL(/\/prix\/nouveau\?.*produits=/);
  expect(new URL(page.url()).searchParams.getAll("produits")).toHaveLength(2);
});
