import { openHydrated, signIn, SOON } from "./people.ts";
import { expect, test } from "./test.ts";

test("a visitor without JavaScript reports a review; an administrator hides it, and it leaves an open page", async ({
  browser,
  page: reader,
}) => {
  await openHydrated(reader, "/boutique?tri=mieux-notes");
  await reader
    .locator("main")
    .getByRole("link", { name: /^Acheter/ })
    .first()
    .click();
  const review = reader.locator(".cmt").first();
  const link = review.getByRole("link", { name: /^Signaler cet avis/ });
  const address = (await link.getAttribute("href"))!;
  const reported = reader.locator(`.cmt:has(a[href="${address}"])`);
  await expect(reported).toContainText(/Publié le .*Achat (non )?vérifié/);

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await plain.newPage();
  await visitor.goto(address);
  await visitor.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(visitor.getByRole("link", { name: "Choisissez un motif." })).toBeVisible();
  await visitor.getByLabel("Motif").selectOption("fake");
  await visitor.getByLabel("Explication").fill("Une publicité pour une autre boutique.");
  await visitor.getByLabel("Nom").fill("Inès Moreau");
  await visitor.getByLabel("E-mail").fill("ines@exemple.fr");
  await visitor.getByLabel(/bonne foi/).check();
  await visitor.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(visitor.getByText("Votre signalement est bien arrivé")).toBeVisible();
  await plain.close();

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, "administrator");
  await openHydrated(admin, "/admin/avis");
  const report = admin.locator(".report").filter({ hasText: "Une publicité" });
  await report.getByLabel("Raisons").fill("C’est une publicité.");
  await report.getByRole("button", { name: "Masquer l’avis" }).click();
  await expect(admin.getByText("L’avis est masqué.")).toBeVisible();
  await expect(reported).toHaveCount(0, SOON);

  await openHydrated(admin, "/admin/avis?etat=traites");
  await admin.locator(".report").first().getByLabel("Raisons").fill("C’était une erreur.");
  await admin.getByRole("button", { name: "Rétablir l’avis" }).first().click();
  await expect(admin.getByText("L’avis est de nouveau publié.")).toBeVisible();
  await expect(reported).toHaveCount(1, SOON);
  await admin.context().close();
});
