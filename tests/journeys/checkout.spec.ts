import { sampleReduction } from "../support/reductions.ts";
import { expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { insertSettings, withDatabase } from "./database.ts";
import { signUp } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

// The other journeys expect a shop that delivers to France alone.
test.afterEach(() =>
  withDatabase(
    (sql) => sql`DELETE FROM settings WHERE name IN ('sales', 'reductions', 'delivery')`,
  ),
);

/** Sets the quantity of the cart's only line. */
const setQuantity = async (page: Page, quantity: number) => {
  await page.evaluate((qty) => {
    const cart = JSON.parse(localStorage.getItem("cartItems")!) as {
      items: { qty: number; price: number }[];
      totalPrice: number;
    };
    cart.items[0]!.qty = qty;
    cart.totalPrice = cart.items[0]!.price * qty;
    localStorage.setItem("cartItems", JSON.stringify(cart));
  }, quantity);
  await page.reload();
};

test("cash to a relay or above 1,000 € is disabled; the country of delivery changes VAT and address", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await insertSettings("sales", {
    countries: "France, Belgique, Espagne",
    oss: true,
    payLater: false,
    cash: "home",
  });
  await signUp(page);
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();
  await expect(
    page.getByText("Nous livrons dans ces pays : France, Belgique, Espagne."),
  ).toBeVisible();
  const cash = page.getByRole("radio", { name: /Paiement à la livraison/ });
  await expect(page.getByRole("radio", { name: /Point de relais/ })).toBeChecked();
  await expect(cash).toBeDisabled();
  await expect(cash).toHaveAccessibleName(/À domicile seulement\./);
  await page.getByText("Livraison à domicile").click();
  await page.getByText("Paiement à la livraison").click();
  await expect(cash).toBeChecked();

  await setQuantity(page, 99);
  await expect(cash).toBeDisabled();
  await expect(page.getByRole("radio", { name: /Paiement securisé en ligne/ })).toBeChecked();
  await expect(page.getByText("Le paiement en espèces est limité à 1 000 €.")).toBeVisible();
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    // Typing the quantity scrolled the page; a button half below the sticky header is no small target.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page, `cart with countries, ${width}`);
  }

  await setQuantity(page, 1);
  await expect(cash).toBeEnabled();
  const vat = page.getByText(/^dont TVA/);
  const french = await vat.textContent();
  const address = page.getByLabel("Adresse", { exact: true });
  const overseas = page.getByText(/octroi de mer/);
  await address.fill("3 rue Labat\n97110 Pointe-à-Pitre");
  await expect(overseas).toBeVisible();
  await page.getByLabel("Pays").selectOption("Espagne");
  await expect(page.getByText(/^Aux Canaries, .* à la charge du destinataire/)).toBeVisible();
  await page.getByLabel("Pays").selectOption("Belgique");
  await expect(page.getByText(/à la charge du destinataire/)).toBeHidden();
  await expect(vat).not.toHaveText(french!);
  const phone = page.getByLabel("Téléphone");
  await expect(phone).toHaveAccessibleDescription(/^Pour la livraison seulement\./);
  await phone.fill("06 12 34 56 78");
  await address.fill("Rue Neuve 1\n1000 Bruxelles");
  await phone.focus();
  await page.getByRole("button", { name: "Commander avec obligation de paiement" }).click();
  await expect(page).toHaveURL(/\/payement\//);
  await expect(page.getByText(/Bruxelles\s+Belgique/)).toBeVisible();
});

test("a code and samples, by keyboard: a wrong code says why, a right one and the tick are on the order", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  const list = [
    sampleReduction({ code: "BIENVENUE", value: "20", isAnnounced: true }),
    sampleReduction({ name: "Cent", code: "CENT", kind: "amount", minimum: "9000" }),
  ];
  await insertSettings("reductions", { list });
  await signUp(page);
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();
  const code = page.getByRole("textbox", { name: "Code de réduction" });
  const summary = page.getByRole("complementary", { name: "Résumé" });
  await expect(summary).toContainText("-0 €");
  await code.fill("cent");
  await code.press("Enter");
  await expect(page.getByText("Cette réduction vaut à partir de 9 000 €.")).toBeVisible();
  await code.fill("bienvenue");
  await code.press("Enter");
  await expect(summary).toContainText("Bienvenue");
  await expect(summary).not.toContainText("-0 €");
  await expect(summary).toContainText("Prix le plus bas des 30 jours avant la réduction");
  const samples = page.getByRole("checkbox", { name: "Je souhaite recevoir des échantillons" });
  await expect(samples).not.toBeChecked();
  await samples.press("Space");
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `cart with a code, ${width}`);
  }
  // Kept over a reload, and given back.
  await page.reload();
  await expect(samples).toBeChecked();
  await expect(summary).toContainText("Bienvenue");
  await page.getByRole("button", { name: "Retirer le code" }).click();
  await expect(summary).toContainText("-0 €");
  await code.fill("BIENVENUE");
  await code.press("Enter");
  await expect(summary).toContainText("Bienvenue");
  await page.getByLabel("Téléphone").fill("06 12 34 56 78");
  await page
    .getByLabel("Nom et adresse du point de relais")
    .fill("Tabac Neuf\n1 rue Neuve\n69003 Lyon");
  await page.getByRole("button", { name: "Commander avec obligation de paiement" }).click();
  await expect(page).toHaveURL(/\/payement\//);
  await expect(page.getByRole("complementary", { name: "Votre commande" })).toContainText(
    "Bienvenue",
  );
  await expect(page.getByText("Demandés, selon les stocks")).toBeVisible();
  // Each order asks anew; the rest of the form is kept until it is paid.
  await page.goto("/panier");
  await expect(page.getByLabel("Téléphone")).toHaveValue("06 12 34 56 78");
  await expect(samples).not.toBeChecked();
});

test("delivery methods: fee by place and method in the cart, kept over a reload, and ordered as seen", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  const rest = { isActive: true, basis: "total", freeFrom: "9000", minDays: "2", maxDays: "4" };
  const list = [
    {
      ...rest,
      id: "relais",
      name: "Relais Express",
      kind: "Point de relais",
      zones: "Métropole",
      steps: "4,90",
    },
    {
      ...rest,
      id: "porte",
      name: "Coursier",
      kind: "Livraison à domicile",
      zones: "Métropole, Corse",
      steps: "9",
      lessImpact: "dernier kilomètre à vélo",
    },
  ];
  await insertSettings("delivery", { list });
  await signUp(page);
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await expect(page.getByText("Livraison dès 4,90 €")).toBeVisible();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();
  const summary = page.getByRole("complementary", { name: "Résumé" });
  const order = page.getByRole("button", { name: "Commander avec obligation de paiement" });
  await expect(summary).toContainText("4,90 €");
  await expect(summary.getByText(/^Plus que .* pour la livraison offerte\.$/)).toBeVisible();
  await page.getByText("Coursier").click();
  await expect(page.getByText(/Moindre impact\s: dernier kilomètre à vélo$/)).toBeVisible();
  await expect(summary).toContainText("Livraison9 €");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `cart with delivery methods, ${width}`);
  }
  await page.getByLabel("Téléphone").fill("06 12 34 56 78");
  const address = page.getByRole("textbox", { name: "Adresse", exact: true });
  await address.fill("3 rue Labat\n97110 Pointe-à-Pitre");
  await expect(address).toHaveAccessibleDescription(/Nous ne livrons pas encore à cette adresse/);
  await expect(summary).toContainText("Selon l’adresse");
  await address.fill("4 cours Napoléon\n20090 Ajaccio");
  await expect(summary).toContainText("Livraison9 €");
  await page.reload();
  await expect(page.getByRole("radio", { name: /Coursier/ })).toBeChecked();
  await expect(summary).toContainText("Livraison9 €");
  await expect(order).toBeEnabled();
  await order.click();
  await expect(page).toHaveURL(/\/payement\//);
  await expect(page.getByRole("complementary", { name: "Votre commande" })).toContainText("9 €");
});

test("the notice on the legal guarantee opens beside the button, which keeps its place", async ({
  page,
}) => {
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();
  await page.goto("/panier");
  const order = page.getByRole("button", { name: "Commander avec obligation de paiement" });
  // The summary itself stays in view.
  const place = () =>
    order.evaluate(
      (button) =>
        button.getBoundingClientRect().top - button.closest("aside")!.getBoundingClientRect().top,
    );
  await page.getByRole("button", { name: "Vos garanties" }).click();
  const notice = page.getByRole("region", { name: "Vos garanties" });
  await expect(notice.getByText(/^Deux ans au moins/)).toBeVisible();
  await expect(notice.getByRole("link", { name: "europa.eu/youreurope/garanties" })).toBeVisible();
  expect((await notice.boundingBox())!.width).toBeGreaterThanOrEqual(
    Math.min(420, page.viewportSize()!.width),
  );
  const placeBehind = await place();
  await notice.getByRole("button", { name: "Fermer" }).click();
  await expect(notice).toBeHidden();
  expect(await place()).toBe(placeBehind);
  await page.getByRole("button", { name: "Vos garanties" }).click();
  await notice.getByRole("link", { name: "Garanties légales" }).click();
  await expect(page.getByRole("heading", { name: /Garanties légales/ })).toBeInViewport();
  await expect(page.getByText(/^Deux ans au moins/)).toBeVisible();
});
