import { randomUUID } from "node:crypto";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { mailedLink } from "./account-steps.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { openHydrated, signIn, signUp, SOON } from "./people.ts";
import { comesBack } from "./return-steps.ts";
import {
  orderAndPay,
  orderOne,
  orderSome,
  pack,
  receiveGoods,
  SHAMPOO,
  signUpByRequests,
  tellWaitersNow,
} from "./shop-week-steps.ts";
import { expect, test, type Page } from "./test.ts";

/** As many orders, of a piece each, as the week sells. */
const ORDERS = 12;

test("the week of a shop: goods come, sell out and come again; twelve orders leave, and one comes back", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const open = async (width: number): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width, height: 844 } });
    const page = await context.newPage();
    failOnConsoleErrors(page);
    return page;
  };
  const [admin, phone, customer, visitor] = await Promise.all([
    open(1440),
    open(390),
    open(1440),
    open(390),
  ]);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const [product] = await sql<{ id: string; priceCents: number; available: number }[]>`
    SELECT id, price_cents AS "priceCents", on_hand - held AS available
    FROM products JOIN stock ON product_id = id WHERE reference = ${SHAMPOO.reference}`;
  await sql.end();
  const { id } = product!;
  const others = await signUpByRequests(baseURL!, `${randomUUID()}@exemple.fr`);
  const waiting = `${randomUUID()}@exemple.fr`;
  const shownStock = visitor.getByRole("region", { name: "Acheter" }).getByRole("status").first();

  await test.step("goods come", async () => {
    await signIn(admin, "administrator");
    await receiveGoods(admin, ORDERS - product!.available, ORDERS);
    await openHydrated(visitor, `/produit/${id}`);
    await expect(shownStock).toHaveText("En stock");
  });

  const orders: string[] = [];
  await test.step("they sell out, and the open page of the product says so", async () => {
    await openHydrated(admin, "/admin/notifications");
    await signUp(customer);
    await customer.goto(`/produit/${id}`);
    orders.push(await orderAndPay(customer));
    orders.push(...(await orderSome(others, product!, ORDERS - 6)));
    await expect(shownStock).toHaveText("Plus que 5 en stock", SOON);
    // The alert is on the open page.
    const alert = admin.getByRole("listitem").filter({ hasText: SHAMPOO.name });
    await expect(alert).toContainText("Stock bas", SOON);
    orders.push(...(await orderSome(others, product!, 5)));
    expect(orders).toHaveLength(ORDERS);
    await expect(shownStock).toHaveText("Épuisé", SOON);
    for (const name of ["Ajouter Au Panier", "Acheter maintainant"])
      await expect(visitor.getByRole("button", { name }).first()).toBeDisabled();
    const late = await orderOne(others, product!, "Paiement à la livraison");
    expect(late.status).toBe(409);
  });

  await test.step("a visitor asks to be told, and confirms by the mail's link", async () => {
    await visitor.getByLabel("Votre e-mail").fill(waiting);
    await visitor.getByRole("button", { name: "Me prévenir du retour" }).click();
    await expect(visitor.getByText("C’est noté")).toBeVisible();
    await visitor.goto(await mailedLink(waiting, "/me-prevenir"));
    await visitor.getByRole("button", { name: "Oui, me prévenir" }).click();
    await expect(visitor.getByText("Nous vous préviendrons")).toBeVisible();
    await openHydrated(visitor, `/produit/${id}`);
  });

  await test.step("goods come again, and the visitor is told", async () => {
    await receiveGoods(admin, 10, ORDERS + 10);
    await expect(shownStock).toHaveText("En stock", SOON);
    await tellWaitersNow();
    const back = await mailedLink(waiting, `/produit/${id}`);
    await visitor.goto(back);
    await expect(visitor.getByRole("button", { name: "Acheter maintainant" })).toBeEnabled();
  });

  const [first] = orders;
  await test.step("twelve orders are packed on a phone, and the customer sees the parcel live", async () => {
    await openHydrated(customer, `/admin/my-orders/${first}`);
    await signIn(phone, "administrator");
    await phone.goto("/admin/preparation");
    for (const [index, order] of orders.entries())
      await pack(phone, order, `XY 1234 5678 ${String(index).padStart(2, "0")}`, index === 0);
    await expect(customer.getByText("En route, Chronopost XY1234567800")).toBeVisible(SOON);
    await expect(customer.getByRole("link", { name: /^Suivre le colis/ })).toBeVisible();
  });

  await test.step("one is delivered, and comes back", async () => {
    const number = deliveryNumber(first!);
    await admin.goto(`/admin/commandes?recherche=${number}`);
    await admin.getByRole("button", { name: `Livrer la commande ${number}` }).click();
    await admin.getByRole("dialog").getByRole("button", { name: /livr/i }).click();
    await expect(admin.getByText("Livraison marquée avec succès!")).toBeVisible();
    await expect(customer.getByText("Livré", { exact: true })).toBeVisible(SOON);
    await comesBack(admin, customer, first!);
  });

  await test.step("the stock is right: ten came last, and one is back on the shelf", async () => {
    await admin.goto(`/admin/stock/${id}`);
    const figures = admin.getByRole("main");
    await expect(figures.getByRole("term")).toHaveText([
      "En rayon",
      "Réservés",
      "Disponibles",
      "Alerte",
    ]);
    await expect(figures.getByRole("definition")).toHaveText(["11", "0", "11", "5"]);
    const moves = admin.getByRole("region", { name: "Mouvements" }).getByRole("row");
    await expect(moves.nth(1)).toContainText("Retour");
    await expect(moves.filter({ hasText: "Vente" })).toHaveCount(ORDERS);
  });
});
