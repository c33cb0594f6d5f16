import { deliveryMethod } from "../support/delivery-method.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { insertSettings, withDatabase } from "./database.ts";
import { signIn } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

/**
 * Translates the page as Chrome does, from its hydration on: each text node is replaced by one within two elements, later ones too.
 */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!text.data.trim() || !parent || parent.closest("font, script, style, textarea, option"))
          continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    addEventListener("hydrated", () => {
      translateIn(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) translateIn(node.parentNode ?? node);
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
}

test.beforeEach(async ({ page }) => {
  // An empty name is refused.
  failOnConsoleErrors(page, /status of 400/);
  await translate(page);
});

test.afterEach(async ({ page }) => {
  await withDatabase((sql) => sql`DELETE FROM settings WHERE name = 'delivery'`);
  await expect(page.locator("body font").first()).toBeAttached();
  await expect(page.getByText(/Une erreur s’est produite|Document not found/)).toHaveCount(0);
});

test("a visitor searches, filters, fills the cart and writes on translated pages", async ({
  page,
}) => {
  await page.goto("/boutique");
  const main = page.locator("main");
  const heading = page.getByRole("heading", { name: /^\d+ produits/ });
  const [all] = /^\d+/.exec(await heading.innerText())!;
  await page
    .getByRole("checkbox", { name: /Parfums/ })
    .first()
    .check();
  await expect(page).toHaveURL(/categorie=Parfums/);
  await expect(heading).not.toHaveText(new RegExp(`^${all} `));
  await page
    .getByRole("link", { name: /Tout effacer/ })
    .first()
    .click();
  await expect(page).not.toHaveURL(/categorie/);

  const search = page.getByRole("combobox", { name: /Rechercher/ }).first();
  for (const words of ["cr", "crème", "zzzz", "ro"]) {
    await search.fill(words);
    await expect(page.getByRole("listbox").first()).toBeVisible();
  }
  await search.fill("crème");
  await search.press("Enter");
  await expect(page).toHaveURL(/recherche/);
  await main
    .getByRole("link", { name: /^Acheter/ })
    .first()
    .click();

  await main.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
  await expect(page.getByText("Produit ajouté au panier").first()).toBeVisible();
  await main.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
  await expect(page.getByText("Votre panier a été mise a jour").first()).toBeVisible();
  await page.goto("/panier");
  await page
    .getByRole("button", { name: /^Augmenter/ })
    .first()
    .click();
  for (const kind of ["Livraison à domicile", "Point de relais", "Livraison à domicile"])
    await page.getByRole("radio", { name: kind }).check();
  await page
    .getByRole("button", { name: /^Supprimer|^Retirer/ })
    .first()
    .click();
  await expect(page.getByText("Votre panier est vide").first()).toBeVisible();

  await page.goto("/faqs");
  for (const question of await page.locator("summary").all()) await question.click();
  await page.goto("/contact");
  await page.getByLabel("E-mail").fill("x");
  await page.getByLabel("Message").fill("Livrez-vous en Corse ?");
  await expect(page.locator(":invalid").first()).toBeAttached();
});

test("the cart's sums, delivery period and delivery method change on a translated page", async ({
  page,
}) => {
  const list = [
    deliveryMethod({ minDays: "2", maxDays: "4" }),
    deliveryMethod({
      id: "porte",
      name: "Coursier",
      kind: "Livraison à domicile",
      zones: "Métropole, Corse",
      minDays: "7",
      maxDays: "9",
    }),
  ];
  await insertSettings("delivery", { list });
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();
  await page.goto("/panier");
  const summary = page.getByRole("complementary", { name: "Résumé" });
  const [period, vat] = [
    summary.getByRole("listitem").first(),
    summary.getByText(/^dont TVA/),
  ] as const;
  await expect(vat).toBeVisible();
  const before = { period: await period.innerText(), vat: await vat.innerText() };
  await page.getByText("Coursier").click();
  await expect(period).not.toHaveText(before.period);
  await page
    .getByRole("button", { name: /^Augmenter/ })
    .first()
    .click();
  await expect(vat).not.toHaveText(before.vat);
  const address = page.getByRole("textbox", { name: "Adresse", exact: true });
  await address.fill("3 rue Labat\n97110 Pointe-à-Pitre");
  await expect(summary.getByText("Total hors livraison", { exact: true })).toBeVisible();
  await address.fill("4 cours Napoléon\n20090 Ajaccio");
  await expect(summary.getByText("Total", { exact: true })).toBeVisible();
});

test("customers and administrators use their pages translated", async ({ page }) => {
  await signIn(page, "customer");
  for (const path of ["/admin/account", "/admin/my-orders", "/favorite", "/admin/mes-adresses"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  }
  await page.goto("/admin/parametre-compte");
  await page.getByLabel("Nom", { exact: false }).first().fill("");
  await page
    .getByRole("button", { name: /Enregistrer/ })
    .first()
    .click();
  await page.context().clearCookies();
  await signIn(page, "administrator");
  for (const path of [
    "/admin/commandes",
    "/admin/produits",
    "/admin/stock",
    "/admin/notifications",
  ]) {
    await page.goto(path);
    const list = page.getByRole("searchbox").last();
    if ((await list.count()) > 0) {
      await list.fill("crème");
      await list.press("Enter");
      await expect(page).toHaveURL(/cr/);
    }
  }
  await page.goto("/admin/commandes");
  await page.locator("tbody a").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
