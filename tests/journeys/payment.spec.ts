import { expect, test } from "@playwright/test";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { pay, placeAnother } from "./another-order.ts";
import { signIn } from "./people.ts";
import { failOnSurprises } from "./surprises.ts";

const ORDER = "ESSAIDUPAIEMENT00000000000";
const SCRIPT = "**/simulateur-paypal/sdk/js?*";

test("the provider's script: loading, refused, asked for again, there, in euros; not for a paid order (§4, §8)", async ({
  page,
}) => {
  failOnSurprises(page, /net::ERR|PayPal/);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await placeAnother(sql, ORDER);
  await signIn(page, "customer");
  let refuse = () => {};
  await page.route(SCRIPT, async (route) => {
    await new Promise<void>((resolve) => (refuse = resolve));
    await route.abort();
  });
  const request = page.waitForRequest(SCRIPT);
  await page.goto(`/payement/${ORDER}`);
  expect(new URL((await request).url()).searchParams.get("currency")).toBe("EUR");
  await expect(page.getByText("Chargement du paiement…")).toBeVisible();
  refuse();
  await expect(page.getByText("Le paiement n’a pas pu être chargé")).toBeVisible();
  await page.unroute(SCRIPT);
  await page.getByRole("button", { name: "Réessayer" }).click();
  const wallet = page.getByRole("button", { name: "PayPal" });
  await expect(wallet).toBeVisible();

  await test.step("finalising fails: said, and the order stays to be paid", async () => {
    await page.route("**/payement/*/paypal", (route) => route.abort());
    await wallet.click();
    await expect(page.getByText("Une erreur s'est produite").first()).toBeVisible();
    await page.unroute("**/payement/*/paypal");
    await expect(wallet).toBeVisible();
  });

  await test.step("paid, the page asks for no script", async () => {
    await pay(sql, ORDER);
    await sql.end();
    const asked: string[] = [];
    page.on("request", (sent) => void asked.push(sent.url()));
    // The stream opens once the page has come to life: the script would have been asked for with it.
    const greeted = page.waitForResponse("**/live");
    await page.reload();
    await expect(page.getByText("Paiement reçu")).toBeVisible();
    await greeted;
    expect(asked.filter((url) => url.includes("/sdk/js"))).toEqual([]);
  });
});
