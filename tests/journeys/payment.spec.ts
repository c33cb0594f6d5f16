import { expect, test } from "@playwright/test";
import { signIn } from "./people.ts";
import { failOnSurprises } from "./surprises.ts";

const SDK = "**/simulateur-paypal/sdk/js?*";

test("the provider's script: loading, refused, asked for again, there, in euros (§4)", async ({
  page,
}) => {
  failOnSurprises(page, /net::ERR|PayPal/);
  await signIn(page, "customer");
  await page.goto("/admin/my-orders");
  let refuse = () => {};
  await page.route(SDK, async (route) => {
    await new Promise<void>((resolve) => (refuse = resolve));
    await route.abort();
  });
  const asked = page.waitForRequest(SDK);
  await page
    .getByRole("link", { name: /^Payer/ })
    .first()
    .click();
  expect(new URL((await asked).url()).searchParams.get("currency")).toBe("EUR");
  await expect(page.getByText("Chargement du paiement…")).toBeVisible();
  refuse();
  await expect(page.getByText("Le paiement n’a pas pu être chargé")).toBeVisible();
  await page.unroute(SDK);
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
});

test("a paid order asks for no script", async ({ page }) => {
  failOnSurprises(page);
  await signIn(page, "customer");
  await page.goto("/admin/my-orders");
  const paid = page
    .getByRole("article")
    .filter({ hasNotText: "À payer" })
    .first()
    .getByRole("link", { name: /^Voir le détail/ });
  const id = (await paid.getAttribute("href"))!.split("/").at(-1);
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  // The stream opens once the page has come to life: the script would have been asked for with it.
  const greeted = page.waitForResponse("**/live");
  await page.goto(`/payement/${id}`);
  await expect(page.getByText("Paiement reçu")).toBeVisible();
  await greeted;
  expect(asked.filter((url) => url.includes("/sdk/js"))).toEqual([]);
});
