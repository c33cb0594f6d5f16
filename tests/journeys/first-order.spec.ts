import { failOnConsoleErrors } from "./console-errors.ts";
import { SOON } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

const shots = process.env["SCREENSHOTS"];

async function shoot(page: Page, name: string) {
  if (!shots) return;
  await page.screenshot({
    path: `${shots}/${name}-${page.viewportSize()?.width}.png`,
    fullPage: true,
    animations: "disabled",
  });
}

for (const [device, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(`a visitor signs up, orders, pays and sees the delivery (${device})`, async ({
    browser,
  }) => {
    const customer = await (await browser.newContext({ viewport })).newPage();
    const admin = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 } })
    ).newPage();
    failOnConsoleErrors(customer);
    failOnConsoleErrors(admin);

    await test.step("home, shop, product", async () => {
      await customer.goto("/");
      await expect(customer.getByRole("heading", { name: "Produits populaire" })).toBeVisible();
      await shoot(customer, "accueil");
      await customer.goto("/boutique");
      await expect(customer.getByRole("heading", { level: 1, name: "Boutique" })).toBeVisible();
      await shoot(customer, "boutique");
      await customer
        .getByRole("link", { name: /^Baume à lèvres teinté figue/ })
        .first()
        .click();
      await expect(
        customer.getByRole("heading", { level: 1, name: "Baume à lèvres teinté figue" }),
      ).toBeVisible();
      await shoot(customer, "produit");
    });

    await test.step("cart", async () => {
      await customer.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
      await expect(customer.getByText("Produit ajouté au panier")).toBeVisible();
      await expect(customer.getByRole("link", { name: /Panier, 1 article/ })).toBeVisible();
      await customer.getByRole("button", { name: "Acheter maintainant" }).first().click();
      await expect(customer.getByRole("heading", { level: 1, name: "Votre panier" })).toBeVisible();
      const order = customer.getByRole("button", { name: "Commander avec obligation de paiement" });
      await expect(order).toBeDisabled();
      await customer.getByLabel("Nom complet").fill("Louise Marchand");
      await customer.getByLabel("Téléphone").fill("06 12 34 56 78");
      await customer.getByLabel("Adresse").fill("14 rue des Lilas\n69003 Lyon");
      await expect(order).toBeEnabled();
      await shoot(customer, "panier");
      await order.click();
    });

    await test.step("sign up, and return to the cart with the typed values", async () => {
      await expect(customer).toHaveURL(/\/connexion/);
      await shoot(customer, "connexion");
      await customer
        .getByRole("link", { name: /Créer un compte|Inscription|S’inscrire/ })
        .first()
        .click();
      await customer.getByLabel("Nom", { exact: false }).first().fill("Louise Marchand");
      await customer.getByLabel("E-mail").fill(`louise-${device}@exemple.fr`);
      await customer.getByLabel("Mot de passe", { exact: true }).fill("Mot-de-passe-1");
      await customer.getByLabel(/Confirm/).fill("Mot-de-passe-1");
      await shoot(customer, "connexion-inscription");
      await customer
        .locator("form")
        .getByRole("button", { name: /compte|inscri/i })
        .click();
      await expect(customer.getByRole("heading", { level: 1, name: "Votre panier" })).toBeVisible();
      await expect(customer.getByLabel("Adresse")).toHaveValue("14 rue des Lilas\n69003 Lyon");
    });

    await test.step("order and pay with the simulator", async () => {
      await customer.getByRole("button", { name: "Commander avec obligation de paiement" }).click();
      await expect(customer.getByRole("heading", { level: 1, name: "Paiement" })).toBeVisible();
      const wallet = customer.getByRole("button", { name: "PayPal" });
      await expect(wallet).toBeVisible();
      await shoot(customer, "payement");
      await wallet.click();
      await customer
        .getByRole("dialog")
        .getByRole("button", { name: /^Payer/ })
        .click();
      await expect(customer.getByText("Paiement reçu")).toBeVisible();
      await expect(customer.getByRole("link", { name: /Panier/ }).first()).not.toHaveAccessibleName(
        /article/,
      );
      await shoot(customer, "payement-confirmation");
    });

    await test.step("my orders: not delivered; after the administrator delivers, the open page shows it", async () => {
      await customer.getByRole("link", { name: "Mes commandes" }).first().click();
      await expect(
        customer.getByRole("heading", { level: 1, name: "Mes commandes" }),
      ).toBeVisible();
      await expect(customer.getByText("Non livré", { exact: true })).toBeVisible();
      const number = await customer
        .getByRole("article")
        .getByText(/^[0-9A-Z]{16}$/)
        .textContent();
      await shoot(customer, "my-orders");

      await admin.goto("/connexion");
      await admin.getByLabel("E-mail").fill("admin@eclat.example");
      await admin.getByLabel("Mot de passe", { exact: true }).fill("Admin-Eclat-2026");
      await admin.locator("form").getByRole("button", { name: "Se connecter" }).click();
      await expect(admin).toHaveURL("/");
      await admin.goto("/admin/commandes");
      await shoot(admin, "commandes");
      await admin.getByRole("button", { name: `Livrer la commande ${number}` }).click();
      const question = admin.getByRole("dialog");
      await expect(question.getByText("Voulez vous marqué comme livré?")).toBeVisible();
      await shoot(admin, "commandes-confirmation");
      await question.getByRole("button", { name: /livr/i }).click();
      await expect(admin.getByText("Livraison marquée avec succès!")).toBeVisible();

      await expect(customer.getByText("Livré", { exact: true })).toBeVisible(SOON);
      await shoot(customer, "my-orders-livre");
    });
  });
}
