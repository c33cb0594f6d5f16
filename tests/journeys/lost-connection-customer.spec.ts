import sharp from "sharp";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import {
  NOT_SENT,
  NO_ANSWER,
  failureNote,
  retryButton,
  actOffline,
  actWithResetPosts,
  blockLiveStream,
  actSignedOut,
  endSession,
  publishedComment,
  openProduct,
} from "./connection-steps.ts";
import { signIn, signUp } from "./people.ts";
import { expect, test } from "./test.ts";

test("customer: favourite, review, account and order keep the typed values, and take effect once", async ({
  page,
}) => {
  await signIn(page, "customer");
  await openProduct(page);

  await test.step("favourite", async () => {
    const heart = page.getByRole("button", { name: /favoris/ }).first();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await actOffline(page, () => heart.click());
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await actWithResetPosts(page, "**/favoris/**", () => heart.click());
    await expect(heart).toHaveAttribute("aria-pressed", "false");
  });

  await test.step("review: after a lost response, the retry adds no second review", async () => {
    const text = "Fraîche, et tenace malgré le réseau.";
    await page.getByText("4 sur 5", { exact: true }).first().click({ force: true });
    await page.locator("#text").fill(text);
    await actOffline(page, async () => {
      await page.getByRole("button", { name: "Publier mon avis" }).click();
      await expect(page.locator("#text")).toHaveValue(text);
    });
    await expect(page.getByText("Commentaire ajouté avec succès")).toBeVisible();
    await expect(publishedComment(page, text)).toHaveCount(1);

    const again = "Une seconde fois, pour être sûre.";
    await page.getByText("3 sur 5", { exact: true }).first().click({ force: true });
    await page.locator("#text").fill(again);
    // The request reaches the shop, but its response is lost.
    await page.route("**/produit/*.data*", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.getByRole("button", { name: "Publier mon avis" }).click();
    await expect(failureNote(page)).toContainText(NO_ANSWER);
    await expect(page.locator("#text")).toHaveValue(again);
    await page.unroute("**/produit/*.data*");
    await retryButton(page).click();
    await expect(failureNote(page)).toHaveCount(0);
    await expect(publishedComment(page, again)).toHaveCount(1);
    await page.reload();
    await expect(publishedComment(page, again)).toHaveCount(1);
  });

  await test.step("account", async () => {
    await page.goto("/admin/parametre-compte");
    await page.getByLabel(/^Téléphone/).fill("06 11 22 33 40");
    await actWithResetPosts(page, "**/parametre-compte.data*", async () => {
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
      await expect(page.getByText("Erreur de mise a jour")).toBeVisible();
      // While the window has no focus, the toast's five seconds are paused: only the success removes the toast.
      await page.evaluate(() => window.dispatchEvent(new Event("blur")));
      await expect(page.getByLabel(/^Téléphone/)).toHaveValue("06 11 22 33 40");
      // « Réessayer » sends the form's current values.
      await page.getByLabel(/^Téléphone/).fill("06 11 22 33 44");
    });
    await expect(page.getByText("Modifications enregistrées")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(/^Téléphone/)).toHaveValue("+33 6 11 22 33 44");
    await expect(page.getByText("Erreur de mise a jour")).toHaveCount(0);
  });

  await test.step("order", async () => {
    await openProduct(page);
    await page.getByRole("button", { name: "Acheter maintainant" }).first().click();
    await page.getByLabel("Nom complet").fill("Louise Marchand");
    await page.getByLabel("Téléphone").fill("06 12 34 56 78");
    await page.getByLabel("Adresse").fill("7 rue de la Coupure\n69003 Lyon");
    const order = page.getByRole("button", { name: "Commander avec obligation de paiement" });
    await page.context().setOffline(true);
    await order.click();
    await expect(failureNote(page)).toContainText(NOT_SENT);
    await expect(page.getByLabel("Nom complet")).toHaveValue("Louise Marchand");
    await page.context().setOffline(false);
    // The order reaches the shop, but the response is lost: the retry finds the order.
    let orders = 0;
    await page.route("**/panier.data*", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      orders++;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await retryButton(page).click();
    await expect(failureNote(page)).toContainText(NO_ANSWER);
    expect(orders).toBe(1);
    await page.unroute("**/panier.data*");
    await retryButton(page).click();
    await expect(page).toHaveURL(/\/payement\//);
    await page.goto(page.url().replace("/payement/", "/admin/my-orders/"));
    await expect(page.getByText(/À payer|Payer/).first()).toBeVisible();
    const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
    const rows = await sql`SELECT 1 FROM orders WHERE shipping_address LIKE '7 rue de la Coupure%'`;
    await sql.end();
    expect(rows).toHaveLength(1);
  });
});

test("customer: forms posted after the session has ended keep their values for a retry", async ({
  page,
}) => {
  test.slow();
  const [email, password] = ["fin-de-session@exemple.fr", "Mot-de-passe-1"];
  await blockLiveStream(page);
  await signUp(page, email);
  const signInAgain = async () => {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Mot de passe", { exact: true }).fill(password);
    await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  };

  await test.step("review: after signing in again, the text is still there and is published", async () => {
    const text = "Écrit avant la fin de la session.";
    await openProduct(page);
    await page.getByText("4 sur 5", { exact: true }).first().click({ force: true });
    await page.locator("#text").fill(text);
    await endSession(page);
    await page.getByRole("button", { name: "Publier mon avis" }).click();
    await expect(page.getByText(/^Votre avis est gardé/)).toBeVisible();
    await signInAgain();
    await expect(page.locator("#text")).toHaveValue(text);
    await page.getByRole("button", { name: "Publier mon avis" }).click();
    await expect(page.getByText("Commentaire ajouté avec succès")).toBeVisible();
    await expect(publishedComment(page, text)).toHaveCount(1);
  });

  await test.step("order: after signing in again, the form is unchanged and is sent", async () => {
    await page.getByRole("button", { name: "Acheter maintainant" }).first().click();
    const fields = {
      "Nom complet": "Salomé Petit",
      Téléphone: "06 55 44 33 22",
      "Nom et adresse du point de relais": "Tabac du Port\n2 quai Perdu\n69002 Lyon",
    };
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
    const order = page.getByRole("button", { name: "Commander avec obligation de paiement" });
    await endSession(page);
    await order.click();
    await expect(page).toHaveURL(/\/connexion\?retour=panier/);
    await signInAgain();
    await expect(page).toHaveURL("/panier");
    for (const [label, value] of Object.entries(fields))
      await expect(page.getByLabel(label)).toHaveValue(value);
    await order.click();
    await expect(page).toHaveURL(/\/payement\//);
  });

  await test.step("profile", async () => {
    await page.goto("/admin/parametre-compte");
    const phone = page.getByLabel(/^Téléphone/);
    await phone.fill("06 55 44 33 22");
    const save = page.getByRole("button", { name: "Enregistrer", exact: true });
    await actSignedOut(page, save, "parametres");
    await expect(phone).toHaveValue("06 55 44 33 22");
    await retryButton(page).click();
    await expect(page.getByText("Modifications enregistrées")).toBeVisible();
    await expect(phone).toHaveValue("+33 6 55 44 33 22");
  });

  await test.step("photo: the upload resumes, the removal is retried", async () => {
    const restoreSession = await endSession(page);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choisir une photo" }).click();
    const create = { width: 40, height: 40, channels: 3, background: "#a58" } as const;
    const buffer = await sharp({ create }).jpeg().toBuffer();
    await (await chooser).setFiles({ name: "moi.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByText(/votre session a expiré\. Reconnectez-vous, puis/)).toBeVisible();
    await restoreSession();
    // A fetch saves the photo, to the URL of the form posted before: « Réessayer » repeats the photo's request.
    await actWithResetPosts(page, "**/parametre-compte.data*", () =>
      page.getByRole("button", { name: /^Reprendre l’envoi/ }).click(),
    );
    await expect(page.getByText("Votre photo est à jour.")).toBeVisible();
    const photo = page.locator("main .avatar--xl img");
    await expect(photo).toBeVisible();
    await actSignedOut(page, page.getByRole("button", { name: "Retirer la photo" }), "parametres");
    await expect(photo).toBeVisible();
    await retryButton(page).click();
    await expect(photo).toHaveCount(0);
  });

  await test.step("password", async () => {
    const fields = {
      "Mot de passe actuel": password,
      "Nouveau mot de passe": "Nouveau-mot-2",
      "Confirmation du mot de passe": "Nouveau-mot-2",
    };
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
    const change = page.getByRole("button", { name: "Changer le mot de passe" });
    await actSignedOut(page, change, "parametres");
    for (const [label, value] of Object.entries(fields))
      await expect(page.getByLabel(label)).toHaveValue(value);
    await retryButton(page).click();
    await expect(page.getByText("Mot de passe changé.")).toBeVisible();
    await expect(failureNote(page)).toHaveCount(0);
  });
});
