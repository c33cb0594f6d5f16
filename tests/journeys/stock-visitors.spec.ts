import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { signUp, SOON } from "./people.ts";
import { expect, test } from "./test.ts";

/** A product of the demo shop with counted stock; `leave` makes this number of its pieces available. */
async function countedProduct() {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const [chosen] = await sql<{ id: string }[]>`
    SELECT id FROM products WHERE name = 'blush crème pivoine'`;
  const id = chosen!.id;
  return {
    id,
    leave: (pieces: number) => sql`
      SELECT move_stock(product_id, 'count', ${pieces}::integer - (on_hand - held), '', NULL, NULL, NULL) FROM stock WHERE product_id = ${id}`,
    close: () => sql.end(),
  };
}

test("the quantity stops at what is left; a refused order leads to the line, which offers all that is left", async ({
  page,
}) => {
  failOnConsoleErrors(page, /status of 409/);
  const { id, leave, close } = await countedProduct();
  await leave(12);
  await signUp(page);
  await page.goto(`/produit/${id}`);
  const quantity = page.getByRole("textbox", { name: "Quantité" });
  await quantity.fill("50");
  await expect(page.getByText("Il n’en reste que 12.")).toBeVisible();
  await quantity.blur();
  await expect(quantity).toHaveValue("12");
  await expect(page.getByRole("button", { name: "Augmenter" }).first()).toBeDisabled();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();

  await expect(page).toHaveURL("/panier");
  await expect(page.getByText("C’est tout ce qu’il en reste.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Augmenter" })).toBeDisabled();
  await page.getByLabel("Téléphone").fill("06 12 34 56 78");
  await page
    .getByLabel("Nom et adresse du point de relais")
    .fill("Tabac de la Fontaine\n18 rue des Lilas\n69003 Lyon");
  // Above five pieces, open pages are not told.
  await leave(11);
  await page.getByRole("button", { name: /^Commander/ }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Rien n’a été commandé." });
  await expect(notice).toContainText("Il ne reste que 11 × Blush crème pivoine.");
  const sentence = page.getByRole("status").filter({ hasText: "Il n’en reste que 11." });
  await expect(sentence).toBeFocused();
  await expectAccessible(page, "an article with too few pieces");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Prendre les 11" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /^Quantité/ })).toHaveValue("11");
  await expect(
    page.getByRole("status").filter({ hasText: "C’est tout ce qu’il en reste." }),
  ).toBeFocused();
  await expect(notice).toHaveCount(0);
  await leave(10);
  await page.getByRole("button", { name: /^Commander/ }).click();
  await expect(notice).toContainText("Il ne reste que 10 × Blush crème pivoine.");
  await expect(page.getByRole("button", { name: "Prendre les 10" })).toBeVisible();
  // Of five pieces or fewer, open pages are told.
  await leave(1);
  await expect(notice).toContainText("Il ne reste que 1 × Blush crème pivoine.", SOON);
  await page.getByRole("button", { name: "Prendre le dernier" }).click();
  await expect(notice).toHaveCount(0);
  await page.getByRole("button", { name: /^Commander/ }).click();
  await expect(page).toHaveURL(/\/payement\//);
  await close();
});

test("a product sells out while its page and a cart are open; a visitor asks to be told, and it comes back", async ({
  page,
  context,
}) => {
  failOnConsoleErrors(page, /status of 400/);
  const { id, leave, close } = await countedProduct();
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
  await expect(cart.getByText("Il n’en reste que 2.")).toBeVisible(SOON);
  await expect(cart.getByText("Ajustez votre panier pour commander.")).toBeVisible();
  await expect(cart.getByRole("button", { name: /^Commander/ })).toBeDisabled();
  await expect(cart.getByRole("button", { name: "Prendre les 2" })).toBeVisible();
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
  await page.getByRole("textbox", { name: "Votre e-mail" }).fill("odile@exemple@");
  await page.getByRole("textbox", { name: "Votre e-mail" }).blur();
  await expect(page.getByRole("textbox", { name: "Votre e-mail" })).toHaveAccessibleDescription(
    /Cette adresse ne semble pas complète\s: prenom@exemple\.fr/,
  );
  await page.getByRole("textbox", { name: "Votre e-mail" }).fill("odile@exemple.fr");
  await page.getByRole("button", { name: "Me prévenir du retour" }).click();
  await expect(page.getByText("C’est noté")).toBeVisible();

  const back = page.waitForResponse("**/live?*");
  await page.goto(`/produit/${id}`);
  await back;
  await leave(40);
  await expect(page.getByText("En stock", { exact: true })).toBeVisible(SOON);
  await close();
});
