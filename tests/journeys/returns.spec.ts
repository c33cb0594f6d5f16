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
  await customer.goto("/admin/my-orders");
  const card = customer
    .getByRole("article")
    .filter({ hasText: /Livré/ })
    .filter({ has: customer.getByRole("link", { name: /^Renoncer au contrat ici/ }) })
    .first();
  const detail = await card.getByRole("link", { name: /^Voir le détail/ }).getAttribute("href");
  await openHydrated(customer, detail!);
  await comesBack(admin, customer, detail!.split("/").at(-1)!);
  await expectAccessible(customer, "an order with a return");
  await customer.setViewportSize({ width: 320, height: 844 });
  await expectReflow(customer, "an order with a return");
  await admin.setViewportSize({ width: 320, height: 844 });
  await admin.goto("/admin/retours?etat=tous");
  await expectReflow(admin, "the returns");
});
