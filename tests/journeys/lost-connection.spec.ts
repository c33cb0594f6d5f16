import sharp from "sharp";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible } from "./accessible.ts";
import { placeAnother } from "./another-order.ts";
import { openAtWork, signIn, signUp, SOON } from "./people.ts";
import { expect, test, type Locator, type Page } from "./test.ts";

const NOT_SENT = "Connexion perdue, rien n’a été envoyé";
const NO_ANSWER = "Connexion perdue, la réponse n’est pas arrivée";
const NOT_TWICE = "Vous pouvez réessayer, rien ne sera fait deux fois.";
const REFUSED = "La boutique ne peut pas prendre cet envoi";
const SIGNED_OUT = "Votre session est finie";
const STREAM = "**/live?*";
const LIST_FAILED = "Impossible de recurer les données";
const ORDER_AT_THE_END = "ESSAIDELASESSIONFINIE00000";
const MAIL_AT_THE_END = "essai-de-la-session-finie";

// Other journeys count the demo's products, orders and mails.
test.afterAll(async () => {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`DELETE FROM products WHERE name = 'essai de session'`;
  await sql`DELETE FROM orders WHERE id = ${ORDER_AT_THE_END}`;
  await sql`DELETE FROM mails WHERE key = ${MAIL_AT_THE_END}`;
  await sql.end();
});

const told = (page: Page) => page.getByRole("alert").filter({ hasText: "Réessayer" });
const retry = (page: Page) => told(page).getByRole("button", { name: "Réessayer" });

/** Does `act` offline, then goes online and presses « Réessayer ». Expects no POST before that. */
async function offline(page: Page, act: () => Promise<void>): Promise<void> {
  const posted: string[] = [];
  const note = (sent: { method: () => string; url: () => string }) =>
    void (sent.method() === "POST" && posted.push(sent.url()));
  page.on("request", note);
  await page.context().setOffline(true);
  await act();
  await expect(told(page)).toContainText(NOT_SENT);
  expect(posted).toEqual([]);
  page.off("request", note);
  await page.context().setOffline(false);
  await retry(page).click();
  await expect(told(page)).toHaveCount(0);
}

/** Does `act` while POST requests to `address` are reset, then restores them and presses « Réessayer ». */
async function cut(page: Page, address: string, act: () => Promise<void>): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await act();
  await expect(told(page)).toContainText(NO_ANSWER);
  await expect(told(page)).toContainText(NOT_TWICE);
  await page.unroute(address);
  await retry(page).click();
  await expect(told(page)).toHaveCount(0);
}

/** Blocks live updates: their reload may leave a page whose session has ended, or repair a failed list. */
const hearNothing = (page: Page) => page.route(STREAM, (route) => route.abort());

/**
 * Presses the button without a session: the page stays, and the sign-in link returns to it (`place`). Restores the
 * session afterwards.
 */
async function actSignedOut(page: Page, button: Locator, place: string): Promise<void> {
  const address = page.url();
  const giveBack = await endSession(page);
  await button.click();
  await expect(told(page)).toContainText(SIGNED_OUT);
  await expect(told(page).getByRole("link", { name: /^Se connecter/ })).toHaveAttribute(
    "href",
    `/connexion?retour=${place}`,
  );
  await expect(page).toHaveURL(address);
  await expect(button).toBeVisible();
  await giveBack();
}

/** Removes the browser's cookies. Gives a function that restores them. */
async function endSession(page: Page): Promise<() => Promise<void>> {
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  return () => page.context().addCookies(cookies);
}

/** A page with a list: how to open it, the path of its data, and the title that is shown without them. */
type List = {
  title: string | RegExp | null;
  open: () => Promise<void>;
  data: string | RegExp;
};

/** The published comment, not the field in which its author edits it. */
const published = (page: Page, text: string) =>
  page.getByText(text).and(page.locator(":not(textarea)"));

/** Opens a product that no other journey changes, and that is in no unpaid order of the demo customer. */
async function openProduct(page: Page): Promise<void> {
  await page.goto("/recherche/?keyword=calendula");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Acheter/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Les avis" })).toBeVisible();
}

test("visitor: sorting, sign-in and contact keep the page while offline", async ({ page }) => {
  await test.step("sort: the list stays; after a retry it is sorted", async () => {
    await page.goto("/boutique");
    const sort = page.getByRole("combobox", { name: /Trier/ }).first();
    await offline(page, async () => {
      await sort.selectOption({ label: "Décroissant" });
      await expect(told(page)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "Boutique" })).toBeVisible();
      await expect(page.getByRole("link", { name: /^Acheter/ }).first()).toBeVisible();
      await expectAccessible(page, "a lost connection");
    });
    await expect(page).toHaveURL(/tri=asc/);
  });

  await test.step("a failed navigation keeps the current page", async () => {
    await page.goto("/boutique");
    await offline(page, () => page.getByRole("banner").getByRole("link", { name: "FAQ" }).click());
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/questions/i);
  });

  await test.step("a page whose code fails to load: no reload, which would lose the current page", async () => {
    await page.goto("/boutique");
    const away = /contact-page-.*\.js$|favicon\.svg$/;
    await page.route(away, (route) => route.abort("connectionreset"));
    await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
    await expect(told(page)).toContainText(NOT_SENT);
    await expect(page.getByRole("heading", { level: 1, name: "Boutique" })).toBeVisible();
    await page.unroute(away);
    await retry(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Contactez/);
  });

  await test.step("contact: typed values are kept; sent once, by the retry", async () => {
    await page.goto("/contact");
    const form = page.getByRole("main").locator("form");
    const thanks = page.getByText("votre message est bien arrivé");
    const write = async () => {
      await form.getByLabel("Nom", { exact: false }).first().fill("Inès Moreau");
      await form.getByLabel("E-mail").fill("ines@exemple.fr");
      await form.getByLabel(/Objet|Sujet/).fill("Une question");
      await form.getByLabel("Message").fill("Livrez-vous en Corse ?");
    };
    await write();
    // Refused before the route's action: by the body limit or a proxy.
    for (const status of [413, 429]) {
      await page.route("**/contact.data*", (route) => route.fulfill({ status, body: "no" }));
      await form.getByRole("button", { name: /Envoyer/ }).click();
      await expect(told(page)).toContainText(REFUSED);
      await expect(told(page)).toContainText(
        "Il est trop volumineux, ou il y en a eu beaucoup à la fois. La page reste comme elle était.",
      );
      await expect(form.getByLabel("Message")).toHaveValue("Livrez-vous en Corse ?");
      await told(page).getByRole("button", { name: "Fermer" }).click();
      await expect(told(page)).toHaveCount(0);
      await page.unroute("**/contact.data*");
    }
    await form.getByRole("button", { name: /Envoyer/ }).click();
    await expect(thanks).toBeVisible();
    await write();
    await offline(page, async () => {
      await form.getByRole("button", { name: /Envoyer/ }).click();
      await expect(page.getByText("Erreur d'envoie")).toBeVisible();
      await expect(thanks).toHaveCount(0);
      await expect(form.getByLabel("Message")).toHaveValue("Livrez-vous en Corse ?");
    });
    await expect(thanks).toBeVisible();
  });

  await test.step("sign-in", async () => {
    await page.goto("/connexion");
    await page.getByLabel("E-mail").fill("cliente@eclat.example");
    await page.getByLabel("Mot de passe", { exact: true }).fill("Cliente-Eclat-2026");
    await offline(page, () =>
      page.locator("main form").getByRole("button", { name: "Se connecter" }).click(),
    );
    await expect(
      page.getByRole("banner").getByRole("button", { name: /^Mon compte/ }),
    ).toBeVisible();
  });
});

// A separate test: an earlier toast would have loaded the toasts' code.
test("visitor: adding to the cart and changing the quantity work offline", async ({ page }) => {
  await openProduct(page);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
  await expect(page.getByText("Produit ajouté au panier")).toBeVisible();
  await expect(page.getByRole("link", { name: "Panier, 1 article" })).toBeVisible();
  await page.context().setOffline(false);
  await page.goto("/panier");
  await expect(page.getByRole("heading", { level: 1, name: "Votre panier" })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /Augmenter|Plus|Ajouter un/ }).click();
  await expect(page.getByRole("textbox", { name: /^Quantité/ })).toHaveValue("2");
  await page.getByRole("button", { name: /^Retirer/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Annuler" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Retirer/ })).toBeFocused();
  await expect(page.getByText("ERREUR")).toHaveCount(0);
  await page.context().setOffline(false);
});

test("customer: favourite, review, account and order keep the typed values, and take effect once", async ({
  page,
}) => {
  await signIn(page, "customer");
  await openProduct(page);

  await test.step("favourite", async () => {
    const heart = page.getByRole("button", { name: /favoris/ }).first();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await offline(page, () => heart.click());
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await cut(page, "**/favoris/**", () => heart.click());
    await expect(heart).toHaveAttribute("aria-pressed", "false");
  });

  await test.step("review: after a lost response, the retry adds no second review", async () => {
    const text = "Fraîche, et tenace malgré le réseau.";
    await page.getByText("4 sur 5", { exact: true }).first().click({ force: true });
    await page.locator("#text").fill(text);
    await offline(page, async () => {
      await page.getByRole("button", { name: "Publier mon avis" }).click();
      await expect(page.locator("#text")).toHaveValue(text);
    });
    await expect(page.getByText("Commentaire ajouté avec succès")).toBeVisible();
    await expect(published(page, text)).toHaveCount(1);

    const again = "Une seconde fois, pour être sûre.";
    await page.getByText("3 sur 5", { exact: true }).first().click({ force: true });
    await page.locator("#text").fill(again);
    // The request arrives, its response is lost.
    await page.route("**/produit/*.data*", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.getByRole("button", { name: "Publier mon avis" }).click();
    await expect(told(page)).toContainText(NO_ANSWER);
    await expect(page.locator("#text")).toHaveValue(again);
    await page.unroute("**/produit/*.data*");
    await retry(page).click();
    await expect(told(page)).toHaveCount(0);
    await expect(published(page, again)).toHaveCount(1);
    await page.reload();
    await expect(published(page, again)).toHaveCount(1);
  });

  await test.step("account", async () => {
    await page.goto("/admin/parametre-compte");
    await page.getByLabel(/^Téléphone/).fill("06 11 22 33 40");
    await cut(page, "**/parametre-compte.data*", async () => {
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
      await expect(page.getByText("Erreur de mise a jour")).toBeVisible();
      // Without focus the toast's five seconds are paused: only the success removes it.
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
    await page.getByLabel("Adresse").fill("14 rue des Lilas\n69003 Lyon");
    const order = page.getByRole("button", { name: "Commander avec obligation de paiement" });
    await page.context().setOffline(true);
    await order.click();
    await expect(told(page)).toContainText(NOT_SENT);
    await expect(page.getByLabel("Nom complet")).toHaveValue("Louise Marchand");
    await page.context().setOffline(false);
    // The order arrives, its response is lost: the retry finds the order.
    let orders = 0;
    await page.route("**/panier.data*", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      orders++;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await retry(page).click();
    await expect(told(page)).toContainText(NO_ANSWER);
    expect(orders).toBe(1);
    await page.unroute("**/panier.data*");
    await retry(page).click();
    await expect(page).toHaveURL(/\/payement\//);
    await page.goto("/admin/my-orders");
    await expect(page.getByText(/À payer|Payer/).first()).toBeVisible();
    const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
    const rows = await sql`SELECT 1 FROM orders WHERE shipping_address LIKE '14 rue des Lilas%'`;
    await sql.end();
    expect(rows).toHaveLength(1);
  });
});

test("customer: forms posted after the session has ended keep their values for a retry", async ({
  page,
}) => {
  test.slow();
  const [email, password] = ["fin-de-session@exemple.fr", "Mot-de-passe-1"];
  await hearNothing(page);
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
    await expect(published(page, text)).toHaveCount(1);
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
    await retry(page).click();
    await expect(page.getByText("Modifications enregistrées")).toBeVisible();
    await expect(phone).toHaveValue("+33 6 55 44 33 22");
  });

  await test.step("photo: the upload resumes, the removal is retried", async () => {
    const giveBack = await endSession(page);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choisir une photo" }).click();
    const create = { width: 40, height: 40, channels: 3, background: "#a58" } as const;
    const buffer = await sharp({ create }).jpeg().toBuffer();
    await (await chooser).setFiles({ name: "moi.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByText(/votre session a expiré\. Reconnectez-vous, puis/)).toBeVisible();
    await giveBack();
    // Saved by a fetch, after a form of the same URL: « Réessayer » repeats the photo's request.
    await cut(page, "**/parametre-compte.data*", () =>
      page.getByRole("button", { name: /^Reprendre l’envoi/ }).click(),
    );
    await expect(page.getByText("Votre photo est à jour.")).toBeVisible();
    const photo = page.locator("main .avatar--xl img");
    await expect(photo).toBeVisible();
    await actSignedOut(page, page.getByRole("button", { name: "Retirer la photo" }), "parametres");
    await expect(photo).toBeVisible();
    await retry(page).click();
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
    await retry(page).click();
    await expect(page.getByText("Mot de passe changé.")).toBeVisible();
    await expect(told(page)).toHaveCount(0);
  });
});

test("administrator: delivery, refund and product keep the page offline and after the session has ended", async ({
  page,
}) => {
  const ORDER = "ESSAIDESCONNEXIONS00000000";
  await hearNothing(page);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await placeAnother(sql, ORDER);
  await signIn(page, "administrator");

  await test.step("delivery: the error and its retry are in the dialog", async () => {
    await page.goto(`/admin/commandes?livrer=${ORDER}`);
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
    await offline(page, async () => {
      await field.press("Enter");
      await expect(told(page)).toBeVisible();
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
    await expect(told(page)).toContainText(SIGNED_OUT);
    await expect(page).toHaveURL(/\/admin\/commandes\?etat=a-livrer$/);
    await field.fill("camelia");
    await field.press("Enter");
    await expect(told(page)).toContainText(SIGNED_OUT);
    await expect(field).toHaveValue("camelia");
    await page.context().addCookies(cookies);
    await retry(page).click();
    await expect(page).toHaveURL(/recherche=camelia/);
    await expect(told(page)).toHaveCount(0);
  });

  await test.step("refund: the reason is kept, offline and after the session has ended", async () => {
    await sql`UPDATE orders SET is_paid = true, paid_at = now() WHERE id = ${ORDER}`;
    await page.goto(`/admin/commandes/${ORDER}/remboursement`);
    await page.getByLabel(/^Motif/).fill("Flacon brisé à l’arrivée");
    await offline(page, async () => {
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
    await expect(told(page)).toContainText(SIGNED_OUT);
    await expect(page.getByLabel(/^Motif/)).toHaveValue("Flacon brisé à l’arrivée");
    await expect(told(page).getByRole("link", { name: /^Se connecter/ })).toHaveAttribute(
      "href",
      `/connexion?retour=remboursement&id=${ORDER}`,
    );
    await page.context().addCookies(cookies);
    await retry(page).click();
    await expect(question).toBeVisible();
    await expect(told(page)).toHaveCount(0);
    // In the dialog itself: it shows the message, and « no » needs no connection.
    await page.context().clearCookies();
    await question.getByRole("button", { name: "Rembourser", exact: true }).click();
    await expect(question.getByRole("alert")).toContainText(SIGNED_OUT);
    await question.getByRole("button", { name: "Ne pas rembourser" }).click();
    await expect(question).toBeHidden();
    await expect(page.getByLabel(/^Motif/)).toHaveValue("Flacon brisé à l’arrivée");
    await page.context().addCookies(cookies);
  });
  await sql.end();

  await test.step("product: the typed values are kept; the sign-in link returns to the form", async () => {
    await page.goto("/admin/new/product");
    await page.getByLabel("Nom", { exact: true }).fill("Brume des tunnels");
    await page.getByLabel(/^Prix/).fill("31");
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(told(page)).toContainText(SIGNED_OUT);
    await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Brume des tunnels");
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      told(page)
        .getByRole("link", { name: /^Se connecter/ })
        .click(),
    ]);
    await expect(tab).toHaveURL(/\/connexion\?retour=nouveau-produit$/);
    await tab.close();
    await page.context().addCookies(cookies);
    // The request arrives, its response is lost: the retry creates no second product.
    await page.route("**/admin/new/product.data*", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await retry(page).click();
    await expect(told(page)).toContainText(NO_ANSWER);
    await page.unroute("**/admin/new/product.data*");
    await retry(page).click();
    await expect(page.getByText("Produit créé.")).toBeVisible();
    await expect(page.getByRole("row", { name: /Brume des tunnels/ })).toHaveCount(1);
  });
});

test("administrator: acts posted after the session has ended show the error in place, and work after signing in again", async ({
  page,
}) => {
  test.slow();
  const [ORDER, MAIL] = [ORDER_AT_THE_END, MAIL_AT_THE_END];
  await hearNothing(page);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await placeAnother(sql, ORDER);
  await sql`INSERT INTO payment_breaks (id, order_id, kind, detail)
    VALUES (${ORDER}, ${ORDER}, 'amount', 'Un écart d’essai')`;
  await sql`INSERT INTO mails (key, template, recipient, props, tries, failure)
    VALUES (${MAIL}, 'welcome', 'essai@exemple.fr', '{}', 13, 'ECONNECTION')`;
  await signIn(page, "administrator");

  await test.step("delivery", async () => {
    await page.goto(`/admin/commandes?livrer=${ORDER}`);
    const question = page.getByRole("dialog", { name: "Voulez vous marqué comme livré?" });
    const deliver = question.getByRole("button", { name: "Marquer comme livré" });
    await actSignedOut(page, deliver, "toutes-les-commandes");
    // Within the modal dialog: content outside of it is inert.
    await expect(question.getByRole("alert")).toContainText(SIGNED_OUT);
    await expect(question).toContainText(deliveryNumber(ORDER));
    await expectAccessible(page, "a session's end, in a dialog");
    expect(await sql`SELECT is_shipped FROM orders WHERE id = ${ORDER}`).toEqual([
      { is_shipped: false },
    ]);
    await retry(page).click();
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
    expect(await sql`SELECT resolved_at FROM payment_breaks WHERE id = ${ORDER}`).toEqual([
      { resolved_at: null },
    ]);
    await retry(page).click();
    await expect(item).toContainText("Traité le");
    await expect(told(page)).toHaveCount(0);
  });

  await test.step("sending a mail again", async () => {
    await page.goto("/admin/courriels?etat=echecs");
    const row = page.getByRole("row").filter({ hasText: "essai@exemple.fr" });
    await actSignedOut(page, row.getByRole("button", { name: /^Renvoyer/ }), "courriels");
    expect(await sql`SELECT FROM jobs.job WHERE data->>'key' = ${MAIL}`).toHaveLength(0);
    await retry(page).click();
    await expect(page.getByText("L’e-mail repart dans un instant.")).toBeVisible();
    await expect(told(page)).toHaveCount(0);
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
    await retry(page).click();
    await expect(page.getByText(/1 produit importé en/)).toBeVisible();
    await expect(told(page)).toHaveCount(0);
  });
  await sql.end();
});

test("lists whose data fail to load show an error in their place, within the page's layout", async ({
  page,
}) => {
  test.slow();
  await hearNothing(page);
  await signIn(page, "administrator");
  const follow = (name: RegExp) => () => page.getByRole("link", { name }).first().click();
  const areas = [
    ["Mes commandes", "my-orders"],
    ["Commandes", "commandes"],
    ["Produits", "produits"],
    ["Paiements", "paiements"],
    ["Historique", "historique"],
    ["E-mails envoyés", "courriels"],
    // Last: opening it marks messages read, and that change would reload the next page's list.
    ["Notifications", "notifications"],
  ] as const;
  const lists: List[] = [
    { title: "Boutique", open: follow(/^Boutique$/), data: "/boutique.data" },
    { title: /^Éclat, soins/, open: follow(/^Éclat, accueil$/), data: "/_.data" },
    {
      title: /^Resultat de recherche pour/,
      open: async () => {
        await page.getByRole("combobox", { name: "Rechercher un produit" }).fill("creme");
        await page.keyboard.press("Enter");
      },
      data: "/recherche/_.data",
    },
    // The product page's title needs its data.
    { title: null, open: follow(/^Acheter/), data: /^\/produit\/\w+\.data$/ },
    { title: "Favoris", open: follow(/^Mes favoris$/), data: "/favorite.data" },
    ...areas.map(([title, name]) => ({
      title,
      // The name in the menu is followed by a count.
      open: follow(new RegExp(`^${title}`)),
      data: `/admin/${name}.data`,
    })),
  ];
  const heading = page.getByRole("heading", { level: 1 });
  const failed = page.getByText(LIST_FAILED);
  for (const how of ["500", "cut"] as const) {
    await page.goto("/faqs");
    for (const { title, open, data } of lists)
      await test.step(`${String(title ?? "a product")}, ${how}`, async () => {
        const isAsked = ({ pathname }: URL) =>
          typeof data === "string" ? pathname === data : data.test(pathname);
        await page.route(isAsked, async (route) => {
          if (how === "500") return route.fulfill({ status: 500, body: "Internal Server Error" });
          const answer = await route.fetch();
          const whole = await answer.body();
          return route.fulfill({ response: answer, body: whole.subarray(0, whole.length / 2) });
        });
        await open();
        await expect(failed).toBeVisible();
        await expect(heading).toHaveText(title ?? LIST_FAILED);
        const banner = page.getByRole("banner");
        await expect(banner.getByRole("button", { name: /^Mon compte/ })).toBeVisible();
        await expect(banner.getByRole("link", { name: "Connexion" })).toHaveCount(0);
        await expect(page.getByRole("link", { name: /^contact@|@eclat/ }).first()).toBeVisible();
        await page.unroute(isAsked);
        await page.getByRole("link", { name: "Réessayer" }).click();
        await expect(failed).toHaveCount(0);
        if (title) await expect(heading).toHaveText(title);
        else await expect(page.getByRole("heading", { name: "Les avis" })).toBeVisible();
      });
  }

  await test.step("a failed live reload keeps the page's layout", async () => {
    const data = "**/boutique.data*";
    await page.unroute(STREAM);
    await openAtWork(page, "/faqs");
    await page.route(data, (route) => route.fulfill({ status: 500, body: "no" }));
    await follow(/^Boutique$/)();
    await expect(failed).toBeVisible();
    const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
    for (const cents of [100, -100]) {
      const asked = page.waitForResponse(data, SOON);
      await sql`UPDATE products SET price_cents = price_cents + ${cents} WHERE name LIKE 'mascara%'`;
      await asked;
    }
    await sql.end();
    await expect(failed).toBeVisible();
    await expect(heading).toHaveText("Boutique");
    await expect(
      page.getByRole("banner").getByRole("button", { name: /^Mon compte/ }),
    ).toBeVisible();
    await page.unroute(data);
  });

  await test.step("a sort whose data fail to load keeps the filters and the chosen sort", async () => {
    await page.goto("/boutique");
    await page.route("**/boutique.data*", (route) => route.fulfill({ status: 500, body: "no" }));
    const sort = page.getByRole("combobox", { name: /Trier/ }).first();
    await sort.selectOption({ label: "Décroissant" });
    await expect(page.getByText(LIST_FAILED)).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Filtres" })).toBeVisible();
    await expect(sort.locator("option:checked")).toHaveText("Décroissant");
    await page.unroute("**/boutique.data*");
    await page.getByRole("link", { name: "Réessayer" }).click();
    await expect(page.getByRole("link", { name: /^Acheter/ }).first()).toBeVisible();
  });
});
