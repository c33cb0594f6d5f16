import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible, expectReflow } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { signIn, SOON } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

/* Two brands that look nothing alike, one with a logo and one with a long name, set in the forms and seen by a visitor. */

const WAVE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60"><path d="M10 40Q60 0 100 40T190 40" fill="none" stroke="#1F4E79" stroke-width="8"/></svg>',
);
const save = async (page: Page) => {
  await page.getByRole("button", { name: /^Enregistrer/ }).click();
  await expect(page.getByText("Réglages enregistrés.").first()).toBeVisible();
};

async function nameIt(page: Page, name: string, offer: string, baseline: string): Promise<void> {
  await page.goto("/admin/reglages/identite");
  await page.getByLabel("Nom de la boutique").fill(name);
  await page.getByLabel("Ce que vend la boutique").fill(offer);
  await page.getByLabel("Signature").fill(baseline);
  await save(page);
}

const plumOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--plum"));

/** Expects that axe finds nothing and that nothing overflows, on pages of the shop at both widths and at 320 px. */
async function look(visitor: Page, brand: string): Promise<void> {
  for (const path of ["/", "/boutique", "/faqs"]) {
    await visitor.goto(path);
    for (const width of [1440, 390]) {
      await visitor.setViewportSize({ width, height: 900 });
      await expectAccessible(visitor, `${brand}: ${path} at ${width} px`);
    }
    await visitor.setViewportSize({ width: 320, height: 700 });
    await expectReflow(visitor, `${brand}: ${path} at 320 px`);
  }
}

test.describe("a brand of one's own", () => {
  test.setTimeout(180_000);

  // The other journeys need the demo's brand.
  test.afterAll(async () => {
    const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
    await sql`DELETE FROM settings`;
    await sql.end();
  });

  test("a logo, a refused accent and another palette, live on an open page", async ({
    page,
    browser,
  }) => {
    failOnConsoleErrors(page);
    const visitor = await (await browser.newContext()).newPage();
    failOnConsoleErrors(visitor);
    await visitor.goto("/faqs");
    await signIn(page, "administrator");
    await nameIt(
      page,
      "Atelier Ondine",
      "Savons et huiles",
      "Savons et huiles, faits main à Sète.",
    );
    await expect(visitor.getByRole("link", { name: "Atelier Ondine, accueil" })).toBeVisible(SOON);

    await page.goto("/admin/reglages/apparence");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: WAVE });
    await expect(page.getByAltText("Logo choisi")).toBeVisible();
    const accent = page.getByLabel("Couleur d’accent", { exact: true });
    await accent.fill("#F2A1B8");
    await expect(page.getByText(/Ce ton est trop clair pour du texte/)).toBeVisible();
    // By keyboard alone: the colour picker, then the button that takes the nearest accent.
    await accent.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: /^Prendre #/ })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/Ce ton est trop clair/)).toBeHidden();
    await accent.fill("#1F4E79");
    await page.getByLabel("Brume et ardoise").check();
    await expect(page.locator(".look")).toHaveCSS("background-color", "rgb(246, 248, 250)");
    await expectAccessible(page, "the form of the appearance");
    await save(page);

    await expect.poll(() => plumOf(visitor), SOON).toBe("#1f4e79");
    await visitor.reload();
    await expect(visitor.locator(".head .logo span")).toHaveCSS(
      "background-image",
      /\/media\/images/,
    );
    await look(visitor, "Ondine");
    await page.goto("/admin/reglages/apparence");
    await page.getByRole("button", { name: "Retirer le logo" }).click();
    await save(page);
    await visitor.close();
  });

  test("a long name on another palette", async ({ page, browser }) => {
    failOnConsoleErrors(page);
    await signIn(page, "administrator");
    await nameIt(
      page,
      "Herboristerie des Garrigues",
      "Baumes et tisanes",
      "Cueilli sous les chênes.",
    );
    await page.goto("/admin/reglages/apparence");
    await page.getByLabel("Couleur d’accent", { exact: true }).fill("#A54A0B");
    await page.getByLabel("Lin et sauge").check();
    await save(page);
    const visitor = await (await browser.newContext()).newPage();
    failOnConsoleErrors(visitor, /status of 404/);
    await visitor.goto("/");
    expect(await plumOf(visitor)).toBe("#a54a0b");
    await look(visitor, "Garrigues");
    await visitor.setViewportSize({ width: 390, height: 800 });
    await visitor.goto("/nulle-part");
    await expect(visitor).toHaveTitle("Page non trouvée · Herboristerie des Garrigues");
    await visitor.close();
  });
});
