import type { Page } from "@playwright/test";
import { expectAccessible, expectReflow } from "./accessible.ts";
import { openHydrated, signIn, SOON } from "./people.ts";
import { expect, test } from "./test.ts";

const PHONE = { width: 390, height: 844 };

/** The step of a return on the customer's order. */
const step = (order: Page, name: string) =>
  order
    .getByRole("region", { name: "Retour", exact: true })
    .getByRole("listitem")
    .filter({ hasText: name })
    .last();

/** Expects everything of the customer's delivered order back, receives it, and refunds it. The customer's open page shows each step. */
async function comesBack(admin: Page, customer: Page): Promise<void> {
  await signIn(admin, "administrator");
  await signIn(customer, "customer");
  await customer.goto("/admin/my-orders");
  const card = customer
    .getByRole("article")
    .filter({ hasText: "Livré" })
    .filter({ has: customer.getByRole("link", { name: /^Renoncer au contrat ici/ }) })
    .first();
  const detail = await card.getByRole("link", { name: /^Voir le détail/ }).getAttribute("href");
  await openHydrated(customer, detail!);
  const id = detail!.split("/").at(-1)!;

  await admin.goto(`/admin/commandes?commande=${id}`);
  await admin.getByRole("dialog").getByRole("link", { name: "Nouveau retour" }).click();
  await expect(admin.getByRole("heading", { name: "Attendre un retour" })).toBeVisible();
  for (const field of await admin.getByRole("spinbutton").all())
    await field.fill((await field.getAttribute("max"))!);
  await admin.getByRole("button", { name: "Attendre le retour" }).click();
  await expect(admin.getByRole("heading", { name: "Réception" })).toBeVisible();
  await expect(step(customer, "Retour attendu")).toBeVisible(SOON);
  await expect(customer.getByText(/Joignez-y votre numéro de livraison/)).toBeVisible();
  await expectAccessible(admin, "a return to receive");

  await admin.getByRole("button", { name: "Retour reçu" }).click();
  await expect(admin.getByText("Le retour est reçu.")).toBeVisible();
  await expect(admin.getByText(/^Avant le .+, dans 14 jours$/)).toBeVisible();
  await expect(step(customer, "Retour reçu")).toContainText(/^Retour reçuLe /, SOON);

  await admin.getByRole("link", { name: "Rembourser", exact: true }).click();
  await expect(admin.getByLabel("Motif")).toHaveValue(/^Retour reçu le /);
  await admin.getByRole("button", { name: "Rembourser ces articles" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Rembourser", exact: true }).click();
  await expect(admin.getByText(/remboursés, le client en est averti/)).toBeVisible();
  await expect(step(customer, "Remboursé")).toContainText("Les détails sont dans le suivi.", SOON);
  await expectAccessible(customer, "an order with a return");
  await customer.setViewportSize({ width: 320, height: 844 });
  await expectReflow(customer, "an order with a return");
}

test("an order comes back: expected, received, refunded on a phone, and the customer sees it live", async ({
  browser,
  page: customer,
}) => {
  const admin = await (await browser.newContext({ viewport: PHONE })).newPage();
  await comesBack(admin, customer);
  await admin.setViewportSize({ width: 320, height: 844 });
  await admin.goto("/admin/retours?etat=tous");
  await expectReflow(admin, "the returns");
});
