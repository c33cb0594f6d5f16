import { expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { expect, test } from "./test.ts";

test("the open phone menu and filters are accessible", async ({ page }) => {
  failOnConsoleErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "phone menu");
  await page.keyboard.press("Escape");
  await page.goto("/boutique");
  await page.getByRole("button", { name: /Filtrer/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "filters");
});

test("an order can be placed with the keyboard only", async ({ page }) => {
  failOnConsoleErrors(page);
  /** Presses Tab until the control has the focus. */
  async function tabTo(role: "link" | "button" | "textbox" | "radio", name: string | RegExp) {
    const target = page.getByRole(role, { name }).first();
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 150; presses++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${String(name)} was not reached`);
  }
  await page.goto("/boutique");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo("link", /^Acheter/);
  await page.keyboard.press("Enter");
  await tabTo("button", "Acheter maintainant");
  await page.keyboard.press("Enter");
  await tabTo("textbox", "Nom complet");
  await page.keyboard.type("Louise Marchand");
  await tabTo("textbox", "Téléphone");
  await page.keyboard.type("06 12 34 56 78");
  await tabTo("textbox", "Adresse");
  await page.keyboard.type("14 rue des Lilas, 69003 Lyon");
  await tabTo("button", "Commander avec obligation de paiement");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/connexion/);
  await tabTo("textbox", "E-mail");
  await page.keyboard.type("cliente@eclat.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Cliente-Eclat-2026");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Adresse" })).toHaveValue(/Lilas/);
  await tabTo("button", "Commander avec obligation de paiement");
  await page.keyboard.press("Enter");
  await tabTo("button", "PayPal");
  await page.keyboard.press("Enter");
  await tabTo("button", /^Payer/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Paiement reçu")).toBeVisible();
});
