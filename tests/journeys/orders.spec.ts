import { type Browser } from "@playwright/test";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible } from "./accessible.ts";
import { markPaid, insertUnpaidOrder } from "./another-order.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { SOON, openHydrated, signIn } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

const ORDER = "ESSAIDESCOMMANDES000000000";
const NUMBER = "MMANDES000000000";

/** Signs in with a demo account in a new browser context, opens the path and waits for the live stream. */
async function open(
  browser: Browser,
  who: "administrator" | "customer",
  path: string,
): Promise<Page> {
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 } })
  ).newPage();
  failOnConsoleErrors(page);
  await signIn(page, who);
  await openHydrated(page, path);
  return page;
}

test("an order is placed, paid and delivered: every open page that shows it is updated", async ({
  browser,
}) => {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const admin = await open(browser, "administrator", "/admin/commandes");
  const history = await open(browser, "administrator", "/admin/historique");
  const mine = await open(browser, "customer", "/admin/my-orders");
  const row = admin.getByRole("row", { name: new RegExp(NUMBER) });
  const card = mine.getByRole("article").filter({ hasText: NUMBER });

  await test.step("placed: at the top of all orders and of the customer's", async () => {
    await insertUnpaidOrder(sql, ORDER);
    await expect(row).toBeVisible(SOON);
    await expect(card).toBeVisible(SOON);
  });

  const slip = await open(browser, "administrator", `/admin/commandes/${ORDER}/bon-de-livraison`);
  await expect(slip.getByText("Pas encore payée")).toBeVisible();
  await card.getByRole("link", { name: /^Voir le détail/ }).click();
  await expect(mine.getByRole("heading", { level: 1, name: /^Commande du/ })).toBeVisible();
  await expect(mine.getByText("Paiement attendu")).toBeVisible();
  await row.getByRole("link", { name: NUMBER }).click();
  const drawer = admin.getByRole("dialog").filter({ hasText: "Historique" });
  await expect(drawer.getByText("Non payée")).toBeVisible();

  await test.step("paid", async () => {
    await markPaid(sql, ORDER);
    await expect(drawer.getByText("Payée", { exact: true })).toBeVisible(SOON);
    await expect(drawer.getByRole("link", { name: "payeur@exemple.fr" })).toBeVisible(SOON);
    await expect(mine.getByText("Paiement reçu")).toBeVisible(SOON);
    await expect(slip.getByText(/Payée\s: rien à encaisser/)).toBeVisible(SOON);
  });

  await test.step("the confirmation: « Pas maintenant » has the focus, Escape changes nothing", async () => {
    await drawer.getByRole("button", { name: "Marquer comme livré" }).click();
    const question = admin
      .getByRole("dialog")
      .filter({ hasText: "Voulez vous marqué comme livré?" });
    await expect(question.getByRole("button", { name: "Pas maintenant" })).toBeFocused();
    await expect(question).toContainText(NUMBER);
    await admin.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(drawer.getByText("Non livré", { exact: true })).toBeVisible();
    await expect(mine.getByText("Non livré", { exact: true })).toBeVisible();
  });

  await test.step("delivered: confirmed, recorded, and cannot be undone", async () => {
    await drawer.getByRole("button", { name: "Marquer comme livré" }).click();
    await admin
      .getByRole("dialog", { name: "Voulez vous marqué comme livré?" })
      .getByRole("button", { name: "Marquer comme livré", exact: true })
      .click();
    await expect(admin.getByText("Livraison marquée avec succès!")).toBeVisible();
    await expect(drawer.getByText("Marqué par Claire Aubry")).toBeVisible();
    // The pressed button has been removed: the focus moves to the heading.
    await expect(drawer.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(mine.getByText("Livré", { exact: true })).toBeVisible(SOON);
    await expect(history.getByRole("row", { name: new RegExp(NUMBER) })).toContainText(
      "Commande marquée livrée",
      SOON,
    );
    await expect(drawer.getByRole("button", { name: /livr/i })).toHaveCount(0);
  });

  await test.step("the back button closes the order; its row has no deliver button", async () => {
    await admin.goBack();
    await expect(drawer).toBeHidden();
    await expect(row.getByText("Livré", { exact: true })).toBeVisible();
    await expect(row.getByRole("button")).toHaveCount(0);
  });
  await sql.end();
});

test("the list of all orders: search and filters apply together, and changing one keeps the others", async ({
  browser,
}) => {
  const page = await open(browser, "administrator", "/admin/commandes?etat=non-livrees");
  const rows = page.locator("tbody").getByRole("row");
  await page.getByRole("searchbox", { name: "Chercher une commande" }).fill("louise");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/recherche=louise/);
  await expect(page).toHaveURL(/etat=non-livrees/);
  await expect(rows.filter({ hasNotText: "Louise Marchand" })).toHaveCount(0);
  await page.getByLabel("Paiement").selectOption("Non payée");
  await expect(page).toHaveURL(/paiement=non-payee/);
  await expect(page).toHaveURL(/recherche=louise/);
  await expect(rows.filter({ hasNotText: "Non payée" })).toHaveCount(0);
  await expect(rows.first()).toContainText("Louise Marchand");
  await page.getByRole("link", { name: /^Livrées/ }).click();
  await expect(page.getByText("Aucune commande trouvée")).toBeVisible();
  await page.getByRole("link", { name: "Tout effacer" }).click();
  await expect(page).toHaveURL("/admin/commandes");
  await expect(rows).toHaveCount(6);
});

test("a customer's order and its confirmation page print on one A4 page each", async ({
  browser,
}) => {
  const id = "ESSAIDUPAPIER0000000000000";
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await insertUnpaidOrder(sql, id);
  await markPaid(sql, id);
  await sql`INSERT INTO parcels (id, order_id, carrier, tracking_number) VALUES (${id}, ${id}, 'Colissimo', '6A00000000077')`;
  await sql.end();
  const page = await open(browser, "customer", `/admin/my-orders/${id}`);
  const expectOnePage = async () => {
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45][.\d]* 84[12]/);
  };
  await expectOnePage();
  const address = page.getByRole("main").getByText("1 rue de la Démonstration, 75000 Paris");
  await expect(address).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(address).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Total TTC")).toBeVisible();
  for (const hidden of ["Imprimer", "Déconnexion"])
    await expect(page.getByRole("button", { name: hidden })).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toBeHidden();
  // In the width of the paper nothing covers the column beside it; the dots and lines of the steps are backgrounds.
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.getByRole("main").evaluate((main) => main.style.setProperty("width", "178mm"));
  const delivery = await page.getByRole("region", { name: "Livraison et paiement" }).boundingBox();
  for (const name of ["Suivi", "Votre colis"]) {
    const panel = await page.getByRole("region", { name }).boundingBox();
    expect(panel!.x + panel!.width, name).toBeLessThan(delivery!.x);
  }
  for (const dot of await page.getByRole("region", { name: "Suivi" }).getByRole("listitem").all())
    expect(await dot.evaluate((item) => getComputedStyle(item, "::before").printColorAdjust)).toBe(
      "exact",
    );

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/payement/${id}`);
  await expect(page.getByRole("heading", { name: /^Merci/ })).toBeVisible();
  await expect(address).toBeVisible();
  await expect(page.getByRole("link", { name: "Mes commandes" })).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expectOnePage();
});

test("an item of an order is refunded after a confirmation, and the customer's open page shows the refund; then the order is cancelled", async ({
  browser,
}) => {
  const id = "ESSAIDUREMBOURSEMENT000000";
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await insertUnpaidOrder(sql, id);
  await markPaid(sql, id);
  const name = "Marie-Apolline Chateaubriand de La Rochefoucauld-Montmorency";
  await sql`UPDATE orders SET customer_name = ${name} WHERE id = ${id}`;
  await sql.end();
  const mine = await open(browser, "customer", `/admin/my-orders/${id}`);
  const admin = await open(browser, "administrator", `/admin/commandes?commande=${id}`);
  // Neither the list nor the open order truncates a customer's name.
  const names = admin.locator(".two b");
  await expect(names.filter({ hasText: name }).first()).toBeVisible();
  expect(await names.count()).toBeGreaterThan(6);
  const cut = await names.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
  await admin.getByRole("dialog").getByRole("link", { name: "Annuler ou rembourser" }).click();
  await admin.getByLabel(/pièce/).first().fill("1");
  await admin.getByLabel("Motif").fill("Flacon fendu");
  await admin.getByRole("button", { name: "Rembourser la sélection" }).click();
  const question = admin.getByRole("dialog", { name: /Voulez-vous vraiment rembourser/ });
  await expect(question).toContainText(/Commande \w+ .*\s: 1\s×\s\w/);
  await question.getByRole("button", { name: "Ne pas rembourser" }).click();
  await expect(admin.getByLabel("Motif")).toHaveValue("Flacon fendu");
  await admin.getByRole("button", { name: "Rembourser la sélection" }).click();
  await question.getByRole("button", { name: "Rembourser", exact: true }).click();
  await expect(admin.getByText(/à rendre vous-même.*le client en est averti/)).toBeVisible();
  await expect(mine.getByText(/^Remboursement,/)).toBeVisible(SOON);

  await admin.getByLabel("Motif").fill("Produit épuisé");
  await admin.getByRole("button", { name: "Annuler la commande" }).click();
  await admin
    .getByRole("dialog", { name: "Voulez-vous vraiment annuler cette commande ?" })
    .getByRole("button", { name: "Annuler la commande" })
    .click();
  await expect(mine.getByText("Annulée", { exact: true })).toBeVisible(SOON);
});

test("a click anywhere in a row opens the order; delivering focuses the next row; Ctrl+K focuses the search; on a phone the first order is in view", async ({
  browser,
}) => {
  const page = await open(browser, "administrator", "/admin/commandes?etat=non-livrees");
  const rows = page.getByRole("table").locator("tbody tr");
  // The mouse may click anywhere in the row; the keyboard uses the number's link.
  await rows.first().click({ position: { x: 700, y: 20 } });
  await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page).toHaveURL(/commande=/);
  // The e-mail and the telephone lie below each other (WCAG 2.5.8).
  const contacts = page
    .getByRole("dialog")
    .locator(".pairs :is([href^='mailto:'], [href^='tel:'])");
  const heights = await contacts.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().height),
  );
  expect(heights).toHaveLength(2);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/admin/commandes?etat=non-livrees");

  const second = await rows.nth(1).getByRole("link").textContent();
  await rows
    .first()
    .getByRole("button", { name: /^Livrer/ })
    .click();
  await page.getByRole("button", { name: "Marquer comme livré" }).click();
  await expect(page.getByText("Livraison marquée avec succès!")).toBeVisible();
  await expect(rows.first().getByRole("link")).toHaveText(second!);
  await expect(rows.first().getByRole("button", { name: /^Livrer/ })).toBeFocused();

  await page.keyboard.press("Control+k");
  const field = page.getByRole("searchbox", { name: "Chercher une commande" });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-keyshortcuts", "Control+K Meta+K");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/commandes");
  expect((await rows.first().boundingBox())!.y).toBeLessThanOrEqual(300);
  await page.getByRole("button", { name: "Filtres" }).click();
  await expect(page.getByLabel("Paiement")).toBeVisible();
  await expectAccessible(page, "the orders' filters on a phone");
  await page.getByLabel("Du", { exact: true }).fill("2031-01-01");
  await expect(page).toHaveURL(/du=2031-01-01/);
  await expect(page.getByText("Aucune commande trouvée")).toBeVisible();
  await expect(page.getByRole("button", { name: "Filtres (1)" })).toBeVisible();
});
