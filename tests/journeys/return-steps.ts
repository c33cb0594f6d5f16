import { expectAccessible } from "./accessible.ts";
import { SOON } from "./people.ts";
import { expect, type Page } from "./test.ts";

/** The step of a return on the customer's order. */
const step = (order: Page, name: string) =>
  order
    .getByRole("region", { name: "Retour", exact: true })
    .getByRole("listitem")
    .filter({ hasText: name })
    .last();

/**
 * An administrator expects everything of a delivered order back, receives it, and refunds it by the prefilled form. `order`: the
 * customer's open page of the order, which shows each step live.
 */
export async function comesBack(admin: Page, order: Page, id: string): Promise<void> {
  await admin.goto(`/admin/commandes?commande=${id}`);
  await admin.getByRole("dialog").getByRole("link", { name: "Nouveau retour" }).click();
  await expect(admin.getByRole("heading", { name: "Attendre un retour" })).toBeVisible();
  for (const field of await admin.getByRole("spinbutton").all())
    await field.fill((await field.getAttribute("max"))!);
  await admin.getByRole("button", { name: "Attendre le retour" }).click();
  await expect(admin.getByRole("heading", { name: "Réception" })).toBeVisible();
  await expect(step(order, "Retour attendu")).toBeVisible(SOON);
  await expect(order.getByText(/Joignez-y votre numéro de livraison/)).toBeVisible();
  await expectAccessible(admin, "a return to receive");

  await admin.getByRole("button", { name: "Retour reçu" }).click();
  await expect(admin.getByText("Le retour est reçu.")).toBeVisible();
  await expect(admin.getByText(/^Au plus tard le .+, dans 14 jours$/)).toBeVisible();
  await expect(step(order, "Retour reçu")).toContainText(/^Retour reçuLe /, SOON);

  await admin.getByRole("link", { name: "Rembourser", exact: true }).click();
  await expect(admin.getByLabel("Motif")).toHaveValue(/^Retour reçu le /);
  await admin.getByRole("button", { name: "Rembourser la sélection" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Rembourser", exact: true }).click();
  await expect(admin.getByText(/remboursés, le client en est averti/)).toBeVisible();
  await expect(step(order, "Remboursé")).toContainText("€", SOON);
}
