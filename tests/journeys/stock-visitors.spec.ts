import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { SOON } from "./people.ts";
import { expect, test } from "./test.ts";

test("a product sells out while its page and a cart are open; a visitor asks to be told, and it comes back", async ({
  page,
  context,
}) => {
  failOnConsoleErrors(page, /status of 400/);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const [chosen] = await sql<{ id: string }[]>`
    SELECT id FROM products WHERE name = 'blush crème pivoine'`;
  const id = chosen!.id;
  const leave = (pieces: number) => sql`
    SELECT move_stock(product_id, 'count', ${pieces}::integer - (on_hand - held), '', NULL) FROM stock WHERE product_id = ${id}`;
  await leave(3);
  const greeted = page.waitForResponse("**/live?*");
  await page.goto(`/produit/${id}`);
  await greeted;
  await expect(page.getByText("Plus que 3 en stock")).toBeVisible();
  await page.getByRole("button", { name: "Augmenter" }).first().click();
  await page.getByRole("button", { name: "Augmenter" }).first().click();
  await expect(page.getByRole("button", { name: "Augmenter" }).first()).toBeDisabled();
  await page.getByRole("button", { name: "Ajouter Au Panier" }).first().click();

  const cart = await context.newPage();
  failOnConsoleErrors(cart);
  const cartGreeted = cart.waitForResponse("**/live?*");
  await cart.goto("/panier");
  await cartGreeted;
  await expect(cart.getByRole("textbox", { name: /^Quantité/ })).toHaveValue("3");
  await leave(2);
  await expect(cart.getByText("Il n’en reste que 2 : ajustez la quantité.")).toBeVisible(SOON);
  await expect(cart.getByText("Ajustez votre panier pour commander.")).toBeVisible();
  await expect(cart.getByRole("button", { name: /^Commander/ })).toBeDisabled();
  await cart.getByRole("button", { name: "Diminuer" }).click();
  await expect(cart.getByText(/Il n’en reste que/)).toHaveCount(0);
  await expect(cart.getByRole("button", { name: "Augmenter" })).toBeDisabled();

  await leave(0);
  await expect(cart.getByText("Épuisé : retirez-le pour commander.")).toBeVisible(SOON);
  await cart.close();
  await page.bringToFront();
  await expect(page.getByText("Épuisé").first()).toBeVisible(SOON);
  for (const name of ["Ajouter Au Panier", "Acheter maintainant"])
    await expect(page.getByRole("button", { name }).first()).toBeDisabled();
  await expectAccessible(page, "sold-out product");

  await page.getByRole("textbox", { name: "Votre e-mail" }).fill("odile@");
  await page.getByRole("button", { name: "Me prévenir du retour" }).click();
  await expect(page.getByRole("textbox", { name: "Votre e-mail" })).toHaveAccessibleDescription(
    /ne semble pas complète/,
  );
  await expectAccessible(page, "refused address");
  await page.getByRole("textbox", { name: "Votre e-mail" }).fill("odile@exemple.fr");
  await page.getByRole("button", { name: "Me prévenir du retour" }).click();
  await expect(page.getByText("C’est noté")).toBeVisible();

  const back = page.waitForResponse("**/live?*");
  await page.goto(`/produit/${id}`);
  await back;
  await leave(40);
  await expect(page.getByText("En stock", { exact: true })).toBeVisible(SOON);
  await sql.end();
});
