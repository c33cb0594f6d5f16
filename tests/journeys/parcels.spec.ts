import { type Browser } from "@playwright/test";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible } from "./accessible.ts";
import { insertUnpaidOrder, markPaid } from "./another-order.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { openHydrated, signIn, SOON } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

const numbersOf = (mark: string) =>
  ["A", "B", "C"].map((letter) => `ESSAI${mark}${letter}`.padStart(16, "0"));
const idOf = (number: string) => `ZZCOLIS000${number}`;

async function open(
  browser: Browser,
  who: "administrator" | "customer",
  path: string,
  width: number,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  const page = await context.newPage();
  // A refused form.
  failOnConsoleErrors(page, /status of 400/);
  await signIn(page, who);
  await openHydrated(page, path);
  return page;
}

/** Inserts paid orders of the demo customer, the newest of all, promised long ago. */
async function insertPaid(numbers: readonly string[]): Promise<void> {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  for (const number of numbers) {
    await insertUnpaidOrder(sql, idOf(number));
    await markPaid(sql, idOf(number));
    await sql`UPDATE orders SET shipping_from = '2020-01-01', shipping_until = '2020-01-02' WHERE id = ${idOf(number)}`;
  }
  await sql.end();
}

test("three ticked orders are handed over; the customer sees it live", async ({ browser }) => {
  const numbers = numbersOf("LISTE");
  await insertPaid(numbers);
  const admin = await open(browser, "administrator", "/admin/commandes?etat=a-preparer", 1440);
  const mine = await open(browser, "customer", `/admin/my-orders/${idOf(numbers[0]!)}`, 390);
  await expect(mine.getByText("Remise au transporteur")).toBeVisible();
  await expect(mine.getByText("En route")).toBeHidden();

  for (const number of numbers)
    await admin.getByRole("checkbox", { name: new RegExp(`commande ${number} `) }).check();
  await expect(admin.getByText("3 commandes", { exact: true })).toBeVisible();
  await admin.getByRole("button", { name: "Remettre au transporteur" }).click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("Remettre au transporteur");
  await admin.getByRole("radio", { name: "Chronopost" }).check();
  for (const [index, number] of numbers.entries())
    await admin.getByLabel(`Numéro de suivi de la commande ${number}`).fill(`XY 1234 567${index}`);
  await admin.getByRole("button", { name: "Remettre au transporteur" }).click();
  await expect(admin.getByText("3 commandes sont remises à Chronopost.")).toBeVisible();

  await expect(mine.getByText("En route, Chronopost XY12345670")).toBeVisible(SOON);
  await expect(mine.getByRole("link", { name: /^Suivre le colis/ })).toHaveAttribute(
    "href",
    "https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT=XY12345670",
  );
  await expectAccessible(mine, "a parcel under way");
  await admin.goto(`/admin/commandes?etat=en-route&recherche=${numbers[1]}`);
  await expect(admin.getByRole("row", { name: new RegExp(numbers[1]!) })).toContainText("En route");
});

test("a phone in the stockroom: scan, tick, hand over, next", async ({ browser }) => {
  const numbers = numbersOf("TABLE");
  await insertPaid(numbers);
  const page = await open(browser, "administrator", "/admin/preparation", 390);
  // A scanner types the number and Enter.
  const scan = page.getByLabel("Scanner un bon de livraison");
  await scan.fill("inconnu");
  await scan.press("Enter");
  await expect(page.getByText("Aucune commande n’a ce numéro de livraison.")).toBeVisible();
  await scan.fill(numbers[0]!);
  await scan.press("Enter");
  await expect(page.getByRole("link", { name: numbers[0]! })).toBeVisible();

  const line = page.getByRole("checkbox").first();
  await line.check();
  await page.reload();
  await expect(page.getByRole("checkbox").first()).toBeChecked();

  await page.getByRole("radio", { name: "Mondial Relay" }).check();
  await page.getByLabel("Numéro de suivi").fill("1");
  await page.getByRole("button", { name: "Remettre au transporteur" }).click();
  await expect(page.getByText("6 à 30 lettres et chiffres").first()).toBeVisible();
  await expect(page.getByLabel("Numéro de suivi")).toHaveValue("1");
  await page.getByLabel("Numéro de suivi").fill("12 34 56 78");
  await page.getByRole("button", { name: "Remettre au transporteur" }).click();
  await expect(
    page.getByText(`La commande ${numbers[0]} est remise au transporteur.`),
  ).toBeVisible();
  // The next one, with the same carrier.
  await expect(page.getByRole("link", { name: numbers[1]! })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Mondial Relay" })).toBeChecked();
  await expect(page.getByLabel("Numéro de suivi")).toHaveValue("");
  await expectAccessible(page, "the next order to pack");
});
