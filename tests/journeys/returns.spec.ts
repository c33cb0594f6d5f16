import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible, expectReflow } from "./accessible.ts";
import { openHydrated, signIn } from "./people.ts";
import { comesBack } from "./return-steps.ts";
import { test } from "./test.ts";

const PHONE = { width: 390, height: 844 };

test("an order comes back: expected, received, refunded on a phone, and the customer sees it live", async ({
  browser,
  page: customer,
}) => {
  const admin = await (await browser.newContext({ viewport: PHONE })).newPage();
  await signIn(admin, "administrator");
  await signIn(customer, "customer");
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  // Everything of the demo's latest delivered order is expected back already.
  const [{ id }] = await sql<[{ id: string }]>`
    SELECT orders.id FROM orders JOIN profiles ON user_id = customer_id
    WHERE email = 'cliente@eclat.example' AND is_shipped AND is_paid AND refunded_cents = 0
      AND EXISTS (SELECT FROM payments WHERE payments.order_id = orders.id AND state = 'captured')
      AND NOT EXISTS (SELECT FROM returns WHERE returns.order_id = orders.id)
    ORDER BY orders.id DESC LIMIT 1`;
  await sql.end();
  await openHydrated(customer, `/admin/my-orders/${id}`);
  await comesBack(admin, customer, id);
  await expectAccessible(customer, "an order with a return");
  await customer.setViewportSize({ width: 320, height: 844 });
  await expectReflow(customer, "an order with a return");
  await admin.setViewportSize({ width: 320, height: 844 });
  await admin.goto("/admin/retours?etat=tous");
  await expectReflow(admin, "the returns");
});
