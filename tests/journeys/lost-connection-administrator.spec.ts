import { deliveryNumber } from "#app/orders/order-view.ts";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible } from "./accessible.ts";
import { insertUnpaidOrder } from "./another-order.ts";
import {
  ageSession,
  idleSession,
  NOT_SENT,
  NO_ANSWER,
  SIGNED_OUT,
  STREAM,
  failureNote,
  retryButton,
  actOffline,
  blockLiveStream,
  actSignedOut,
} from "./connection-steps.ts";
import { openHydrated, signIn } from "./people.ts";
import { expect, test } from "./test.ts";

const OFFLINE_ORDER = "ESSAIDESCONNEXIONS00000000";
const SIGNED_OUT_ORDER = "ESSAIDELASESSIONFINIE00000";
const MAIL_KEY = "essai-de-la-session-finie";

// Deleted because other journeys count the demo's products, orders and mails.
test.afterAll(async () => {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`DELETE FROM products WHERE name = 'essai de session'`;
  await sql`DELETE FROM orders WHERE id IN (${OFFLINE_ORDER}, ${SIGNED_OUT_ORDER})`;
  await sql`DELETE FROM mails WHERE key = ${MAIL_KEY}`;
  await sql.end();
});

test("administrator: delivery, search, refund and product form keep the page without a connection or a session", async ({
  page,
}) => {
  await blockLiveStream(page);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await insertUnpaidOrder(sql, OFFLINE_ORDER);
  await signIn(page, "administrator");

  await test.step("delivery: the error and its retry are in the dialog", async () => {
    await page.goto(`/admin/commandes?livrer=${OFFLINE_ORDER}`);
    const question = page.getByRole("dialog", { name: "Voulez vous marqué comme livré?" });
    const deliver = question.getByRole("button", { name: "Marquer comme livré" });
    await page.context().setOffline(true);
    await deliver.click();
    await expect(question.getByRole("alert")).toContainText(NOT_SENT);
    await page.context().setOffline(false);
    await question.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByText("Livraison marquée avec succès!")).toBeVisible();
    await expect(question).toBeHidden();
  });

  await test.step("search and « Livrer » of a row: the list and the typed text stay after the session has ended", async () => {
    await page.goto("/admin/commandes");
    const field = page.getByRole("searchbox", { name: "Chercher une commande" });
    await field.fill("personne de ce nom");
    await actOffline(page, async () => {
      await field.press("Enter");
      await expect(failureNote(page)).toBeVisible();
      await expect(field).toHaveValue("personne de ce nom");
    });
    await expect(page.getByText("Aucune commande trouvée")).toBeVisible();
    await page.goto("/admin/commandes?etat=a-livrer");
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page
      .getByRole("button", { name: /^Livrer/ })
      .first()
      .click();
    await expect(failureNote(page)).toContainText(SIGNED_OUT);
    await expect(page).toHaveURL(/\/admin\/commandes\?etat=a-livrer$/);
    await field.fill("camelia");
    await field.press("Enter");
    await expect(failureNote(page)).toContainText(SIGNED_OUT);
    await expect(field).toHaveValue("camelia");
    await page.context().addCookies(cookies);
    await retryButton(page).click();
    await expect(page).toHaveURL(/recherche=camelia/);
    await expect(failureNote(page)).toHaveCount(0);
  });

  await test.step("refund: the reason is kept, offline and after the session has ended", async () => {
    await sql`UPDATE orders SET is_paid = true, paid_at = now() WHERE id = ${OFFLINE_ORDER}`;
    await page.goto(`/admin/commandes/${OFFLINE_ORDER}/remboursement`);
    await page.getByLabel(/^Motif/).fill("Flacon brisé à l’arrivée");
    await actOffline(page, async () => {
      await page.getByRole("button", { name: /^Rembourser tout/ }).click();
      await expect(page.getByLabel(/^Motif/)).toHaveValue("Flacon brisé à l’arrivée");
    });
    const question = page.getByRole("dialog");
    await question.getByRole("button", { name: "Ne pas rembourser" }).click();
    await expect(page.getByLabel(/^Motif/)).toHaveValue("Flacon brisé à l’arrivée");
    await expect(page.getByRole("button", { name: /^Rembourser tout/ })).toBeEnabled();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByRole("button", { name: /^Rembourser tout/ }).click();
    await expect(failureNote(page)).toContainText(SIGNED_OUT);
    await expect(page.getByLabel(/^Motif/)).toHaveValue("Flacon brisé à l’arrivée");
    await expect(failureNote(page).getByRole("link", { name: /^Se connecter/ })).toHaveAttribute(
      "href",
      `/connexion?retour=remboursement&id=${OFFLINE_ORDER}`,
    );
    await page.context().addCookies(cookies);
    await retryButton(page).click();
    await expect(question).toBeVisible();
    await expect(failureNote(page)).toHaveCount(0);
    // The open dialog shows the message itself, and its cancel button needs no session.
    await page.context().clearCookies();
    await question.getByRole("button", { name: "Rembourser", exact: true }).click();
    await expect(question.getByRole("alert")).toContainText(SIGNED_OUT);
    await question.getByRole("button", { name: "Ne pas rembourser" }).click();
    await expect(question).toBeHidden();
    await expect(page.getByLabel(/^Motif/)).toHaveValue("Flacon brisé à l’arrivée");
    await page.context().addCookies(cookies);
  });

  await test.step("refund: a password that is not recent is asked for above the typed form, which then goes on", async () => {
    await page.goto(`/admin/commandes/${OFFLINE_ORDER}/remboursement`);
    await page.getByLabel(/^Motif/).fill("Flacon brisé à l’arrivée");
    await ageSession(page, sql);
    const refundAll = page.getByRole("button", { name: /^Rembourser tout/ });
    await refundAll.click();
    const question = page.getByRole("dialog");
    const dialog = page.getByRole("dialog", { name: "Confirmez votre mot de passe" });
    const password = dialog.getByLabel("Mot de passe", { exact: true });
    await expect(password).toBeFocused();
    await expectAccessible(page, "the question for a recent password");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(refundAll).toBeFocused();
    await refundAll.click();
    await password.fill("Admin-Eclat-2025");
    await password.press("Enter");
    await expect(dialog.getByText("Ce n’est pas votre mot de passe.")).toBeVisible();
    await expect(password).toBeFocused();
    await expect(page.getByLabel(/^Motif/)).toHaveValue("Flacon brisé à l’arrivée");
    await password.fill("Admin-Eclat-2026");
    await dialog.getByRole("button", { name: "Confirmer" }).click();
    await expect(dialog).toBeHidden();
    await expect(question).toContainText(/Voulez-vous vraiment rembourser \d+\s€\s\?/);
    await question.getByRole("button", { name: "Ne pas rembourser" }).click();
    await expect(page.getByLabel(/^Motif/)).toHaveValue("Flacon brisé à l’arrivée");
  });

  await test.step("an export and health data: the page that asks leads on", async () => {
    await page.goto("/admin/fiscal");
    await ageSession(page, sql);
    await page.getByRole("link", { name: "Tout le journal, avec ses empreintes" }).click();
    await page.getByLabel("Mot de passe", { exact: true }).fill("Admin-Eclat-2026");
    await expectAccessible(page, "the page that asks for a recent password");
    await page.getByRole("button", { name: "Confirmer" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Télécharger le fichier" }).click();
    expect((await download).suggestedFilename()).toBe("journal-fiscal.csv");
    await ageSession(page, sql);
    await page.getByRole("link", { name: "Effets indésirables" }).first().click();
    await page.getByLabel("Mot de passe", { exact: true }).fill("Admin-Eclat-2026");
    await page.getByRole("button", { name: "Confirmer" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Effets indésirables" }),
    ).toBeVisible();
  });

  await test.step("settings: a form left open for a night is saved after signing in anew in another tab", async () => {
    await page.unroute(STREAM);
    await openHydrated(page, "/admin/reglages/mentions-legales");
    const host = page.getByLabel(/^Hébergeur/);
    const stored = await host.inputValue();
    await host.fill("Hébergé à la ferme, 29000 Quimper");
    await idleSession(page, sql);
    // The stream's end makes the open page load its data again.
    await sql`SELECT pg_notify('live', '{"topic":"session"}')`;
    await expect(failureNote(page)).toContainText(SIGNED_OUT);
    await expect(host).toHaveValue("Hébergé à la ferme, 29000 Quimper");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(failureNote(page)).toContainText(SIGNED_OUT);
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      failureNote(page)
        .getByRole("link", { name: /^Se connecter/ })
        .click(),
    ]);
    await tab.getByLabel("E-mail", { exact: true }).fill("admin@eclat.example");
    await tab.getByLabel("Mot de passe", { exact: true }).fill("Admin-Eclat-2026");
    await tab.getByRole("button", { name: "Se connecter", exact: true }).click();
    await tab.waitForURL("/");
    await tab.close();
    await retryButton(page).click();
    await expect(page.getByText("Réglages enregistrés")).toBeVisible();
    await expect(host).toHaveValue("Hébergé à la ferme, 29000 Quimper");
    await host.fill(stored);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await blockLiveStream(page);
  });
  await sql.end();

  await test.step("product: the typed values are kept; the sign-in link returns to the form", async () => {
    await page.goto("/admin/new/product");
    await page.getByLabel("Nom", { exact: true }).fill("Brume des tunnels");
    await page.getByLabel(/^Prix/).fill("31");
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(failureNote(page)).toContainText(SIGNED_OUT);
    await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Brume des tunnels");
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      failureNote(page)
        .getByRole("link", { name: /^Se connecter/ })
        .click(),
    ]);
    await expect(tab).toHaveURL(/\/connexion\?retour=nouveau-produit$/);
    await tab.close();
    await page.context().addCookies(cookies);
    // The request reaches the shop, but its response is lost: the retry creates no second product.
    await page.route("**/admin/new/product.data*", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await retryButton(page).click();
    await expect(failureNote(page)).toContainText(NO_ANSWER);
    await page.unroute("**/admin/new/product.data*");
    await retryButton(page).click();
    await expect(page.getByText("Produit créé.")).toBeVisible();
    await expect(page.getByRole("row", { name: /Brume des tunnels/ })).toHaveCount(1);
  });
});

test("administrator: forms posted without a session change nothing and show the error in place; « Réessayer » works once the session is restored", async ({
  page,
}) => {
  test.slow();
  await blockLiveStream(page);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await insertUnpaidOrder(sql, SIGNED_OUT_ORDER);
  await sql`INSERT INTO payment_breaks (id, order_id, kind, detail)
    VALUES (${SIGNED_OUT_ORDER}, ${SIGNED_OUT_ORDER}, 'amount', 'Un écart d’essai')`;
  await sql`INSERT INTO mails (key, template, recipient, props, tries, failure)
    VALUES (${MAIL_KEY}, 'welcome', 'essai@exemple.fr', '{}', 13, 'ECONNECTION')`;
  await signIn(page, "administrator");

  await test.step("delivery", async () => {
    await page.goto(`/admin/commandes?livrer=${SIGNED_OUT_ORDER}`);
    const question = page.getByRole("dialog", { name: "Voulez vous marqué comme livré?" });
    const deliver = question.getByRole("button", { name: "Marquer comme livré" });
    await actSignedOut(page, deliver, "toutes-les-commandes");
    // The message is inside the modal dialog, because everything outside of the dialog is inert.
    await expect(question.getByRole("alert")).toContainText(SIGNED_OUT);
    await expect(question).toContainText(deliveryNumber(SIGNED_OUT_ORDER));
    await expectAccessible(page, "a session's end, in a dialog");
    expect(await sql`SELECT is_shipped FROM orders WHERE id = ${SIGNED_OUT_ORDER}`).toEqual([
      { is_shipped: false },
    ]);
    await retryButton(page).click();
    await expect(page.getByText("Livraison marquée avec succès!")).toBeVisible();
    await expect(question).toBeHidden();
  });

  await test.step("resolving a payment alert", async () => {
    await page.goto("/admin/paiements");
    const item = page.getByRole("listitem").filter({ hasText: "Un écart d’essai" });
    await actSignedOut(
      page,
      item.getByRole("button", { name: /^Marquer comme traité/ }),
      "paiements",
    );
    expect(
      await sql`SELECT resolved_at FROM payment_breaks WHERE id = ${SIGNED_OUT_ORDER}`,
    ).toEqual([{ resolved_at: null }]);
    await retryButton(page).click();
    await expect(item).toContainText("Traité le");
    await expect(failureNote(page)).toHaveCount(0);
  });

  await test.step("sending a mail again", async () => {
    await page.goto("/admin/courriels?etat=echecs");
    const row = page.getByRole("row").filter({ hasText: "essai@exemple.fr" });
    await actSignedOut(page, row.getByRole("button", { name: /^Renvoyer/ }), "courriels");
    expect(await sql`SELECT FROM jobs.job WHERE data->>'key' = ${MAIL_KEY}`).toHaveLength(0);
    await retryButton(page).click();
    await expect(page.getByText("L’e-mail repart dans un instant.")).toBeVisible();
    await expect(failureNote(page)).toHaveCount(0);
  });

  await test.step("starting an import", async () => {
    await page.goto("/admin/produits/importer");
    await page.getByLabel("Choisir un fichier CSV").setInputFiles({
      name: "session.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("nom;prix;catégorie\nEssai de session;12;Autres\n"),
    });
    const start = page.getByRole("button", { name: "Importer 1 ligne" });
    await expect(start).toBeVisible();
    await actSignedOut(page, start, "importer");
    await expect(page.getByRole("heading", { name: "session.csv" })).toBeVisible();
    expect(await sql`SELECT state FROM product_imports WHERE file_name = 'session.csv'`).toEqual([
      { state: "checked" },
    ]);
    // The import's progress arrives through the live stream.
    await page.unroute(STREAM);
    await retryButton(page).click();
    await expect(page.getByText(/1 produit importé en/)).toBeVisible();
    await expect(failureNote(page)).toHaveCount(0);
  });
  await sql.end();
});
