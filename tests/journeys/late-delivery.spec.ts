import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible, expectReflow } from "./accessible.ts";
import { insertUnpaidOrder } from "./another-order.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { openHydrated, signIn, SOON } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

const ORDER = "ESSAIDESRETARDS00000000000";
const SENT = "ESSAIDESRETARDSPARTI000000";

test("a late order: notice, the further date passes, cancellation, recorded once a parcel has left; accessible and without horizontal scroll", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await insertUnpaidOrder(sql, ORDER);
  await sql`UPDATE orders SET payment_method = 'Paiement à la livraison',
    shipping_from = '2026-01-05', shipping_until = '2026-01-09' WHERE id = ${ORDER}`;
  await signIn(page, "customer");
  await openHydrated(page, `/admin/my-orders/${ORDER}`);
  const main = page.getByRole("main");
  await expect(main.getByText("Livraison en retard")).toBeVisible();
  await expectFit(page, "the late order");

  await main.getByRole("link", { name: "Mettre en demeure de livrer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Livraison en retard" })).toBeVisible();
  await expectFit(page, "the notice");
  await main.getByRole("button", { name: "Mettre en demeure de livrer" }).click();
  await expect(main.getByText("Votre mise en demeure est enregistrée")).toBeVisible();
  await expectFit(page, "the notice, given");

  // The page is live: the further date passes.
  await sql`UPDATE orders SET late_until = '2026-01-16' WHERE id = ${ORDER}`;
  const cancel = main.getByRole("button", { name: "Annuler la commande" });
  await expect(cancel).toBeVisible(SOON);
  await expectFit(page, "the cancellation");
  await cancel.click();
  await expect(main.getByText("Votre commande est annulée")).toBeVisible();
  await main.getByRole("link", { name: "Ma commande" }).click();
  await expect(main.getByText("Annulée")).toBeVisible();
  await expect(main.getByText("Livraison en retard")).toHaveCount(0);

  // Another one, a parcel of which has left: recorded.
  await insertUnpaidOrder(sql, SENT);
  await sql`UPDATE orders SET payment_method = 'Paiement à la livraison', shipping_from = '2026-01-05', shipping_until = '2026-01-09',
    late_noticed_at = '2026-01-10', late_until = '2026-01-17', late_mailed_at = '2026-01-18' WHERE id = ${SENT}`;
  await sql`INSERT INTO parcels (id, order_id, carrier) VALUES (${SENT}, ${SENT}, 'Colissimo')`;
  await openHydrated(page, `/admin/my-orders/${SENT}/retard`);
  await expect(main.getByText("Un colis est déjà parti")).toBeVisible();
  await expectFit(page, "the cancellation, of a parcel under way");
  await cancel.click();
  await expect(main.getByText("Votre annulation est enregistrée")).toBeVisible();
  await main.getByRole("link", { name: "Ma commande" }).click();
  await expect(main.getByText("vous ne devez rien")).toBeVisible();
  await expectFit(page, "the recorded cancellation");
  await sql.end();
});

async function expectFit(page: Page, what: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${what} at ${width} px`);
  }
  await page.setViewportSize({ width: 320, height: 900 });
  await expectReflow(page, `${what} at 320 px`);
}
