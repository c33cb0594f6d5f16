import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { markPaid, insertUnpaidOrder } from "./another-order.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { SOON, openHydrated, signIn } from "./people.ts";
import { expect, test } from "./test.ts";

const SALE = "ESSAIDUTABLEAUDEBORD000000";

test("the dashboard: keyboard access, a custom period, and a sale that appears without a reload", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await signIn(page, "administrator");
  await openHydrated(page, "/admin/tableau-de-bord");
  const chart = page.getByRole("slider", { name: "Jour affiché" });
  await chart.focus();
  const today = await chart.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowLeft");
  await expect(chart).not.toHaveAttribute("aria-valuetext", today!);
  await expect(page.locator(".chart__card")).toBeVisible();

  const orders = page.locator(".figure", { hasText: "Commandes" }).locator("dd").first();
  const before = Number(await orders.textContent());
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await insertUnpaidOrder(sql, SALE);
  await markPaid(sql, SALE);
  await expect(orders).toHaveText(String(before + 1), SOON);
  await sql.end();

  await page.getByRole("button", { name: "Choisir…" }).click();
  await page.getByLabel("Du", { exact: true }).fill("2024-01-01");
  await page.getByLabel("Au", { exact: true }).fill("2024-01-31");
  await page.getByRole("button", { name: "Afficher" }).click();
  await expect(page.getByText("Aucune vente sur cette période")).toBeVisible();
  await page.getByRole("link", { name: "Voir 12 mois" }).click();
  await expect(page).toHaveURL(/periode=12-mois/);
  await page.getByRole("link", { name: "Tableau", exact: true }).click();
  const table = page.getByRole("region", { name: "Tableau des ventes" });
  await expect(table.getByRole("rowheader")).toHaveCount(12);
});
