import { moduleOf } from "./people.ts";
import { expect, test } from "./test.ts";

test("a page whose code has not loaded after 120 s shows an error with « Réessayer »", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Produits populaire" })).toBeVisible();
  // The buttons appear after hydration: from here on links navigate on the client.
  await expect(page.getByRole("button", { name: "Diapositive suivante" })).toBeVisible();
  // The first request for the route's code never receives a response.
  let isFirst = true;
  await page.route(`**${await moduleOf(page, "pages/faqs-page")}`, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return new Promise(() => undefined);
  });
  await page
    .getByRole("navigation", { name: "Principal" })
    .getByRole("link", { name: "FAQ" })
    .click();
  await expect(page.getByRole("progressbar", { name: "Chargement de la page" })).toBeVisible();
  await page.clock.fastForward(110_000);
  await expect(page.getByRole("button", { name: "Réessayer" })).toHaveCount(0);
  await page.clock.fastForward(11_000);
  await expect(page.getByText("Cette page tarde trop")).toBeVisible();
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/questions/i);
});
