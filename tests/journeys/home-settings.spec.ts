import sharp from "sharp";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible, expectReflow } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { openHydrated, signIn, SOON } from "./people.ts";
import { expect, test } from "./test.ts";

// The other journeys expect the delivered slides and questions.
test.afterEach(async () => {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`DELETE FROM settings`;
  await sql.end();
});

test("an administrator makes a slide of her own: picture, focal point by keyboard and pointer, product, place", async ({
  page,
  browser,
}) => {
  failOnConsoleErrors(page, /status of 400/);
  const visitor = await (await browser.newContext()).newPage();
  await openHydrated(visitor, "/");
  await signIn(page, "administrator");
  await page.goto("/admin/reglages");
  await page.getByRole("link", { name: /^Accueil Les diapositives/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accueil" })).toBeVisible();
  await page.getByRole("button", { name: "Ajouter une diapositive" }).click();
  const slide = page.getByRole("listitem").filter({ hasText: "Point de mire" }).last();
  await expect(page.getByRole("checkbox", { name: "Affichée sur l’accueil" }).last()).toBeFocused();

  await test.step("without picture, title and product it is refused, beside each field", async () => {
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByRole("alert")).toContainText("Quatre champs sont à corriger");
    await page.getByRole("link", { name: "Diapositive 4, titre : donnez un titre." }).click();
    await expect(page.locator("[id='slides.3.title']")).toBeFocused();
    await expectAccessible(page, "slides, refused");
  });

  await test.step("a picture, seen in the preview before it is saved", async () => {
    const buffer = await sharp({
      create: { width: 1600, height: 900, channels: 3, background: "#c96" },
    })
      .png()
      .toBuffer();
    await page
      .locator("input[type=file]")
      .last()
      .setInputFiles({ name: "dune.png", mimeType: "image/png", buffer });
    await expect(slide.getByRole("combobox", { name: "Image" })).toHaveValue(/^images\//);
    await slide.getByRole("textbox", { name: "Description de l’image" }).fill("Une dune");
    await slide.getByRole("textbox", { name: "Titre", exact: true }).fill("Le vent");
    const preview = page.frameLocator("iframe[title='Aperçu sur téléphone']");
    await slide.getByRole("searchbox", { name: "Produit" }).fill("baume");
    await page.getByRole("list", { name: "Produits trouvés" }).getByRole("button").first().click();
    await expect(preview.getByRole("heading", { name: "Le vent" })).toBeVisible();
    await expect(preview.getByRole("img", { name: "Une dune" })).toBeVisible();
  });

  await test.step("the focal point: by the arrow keys, then by the pointer", async () => {
    const across = slide.getByRole("slider", { name: "Horizontal" });
    const down = slide.getByRole("slider", { name: "Vertical" });
    await across.focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
    await expect(across).toHaveAttribute("aria-valuetext", "55\u00a0% depuis la gauche");
    await page.keyboard.press("Tab");
    await expect(down).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(down).toHaveValue(/^(49|51)$/);
    const picture = slide.locator(".focal__pic");
    await picture.scrollIntoViewIfNeeded();
    const box = (await picture.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.7, { steps: 4 });
    await page.mouse.up();
    await expect(across).toHaveValue(/^(19|20|21)$/);
    await expect(down).toHaveValue(/^(69|70|71)$/);
  });

  await test.step("moved to the first place and saved, it is the one that visitors see", async () => {
    for (let place = 4; place > 1; place--)
      await page.getByRole("button", { name: `Monter la diapositive ${place}` }).press("Enter");
    await expect(page.getByRole("button", { name: "Monter la diapositive 1" })).toBeFocused();
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Réglages enregistrés.")).toBeVisible();
    // The open page follows; it may show another slide at the moment.
    const heading = visitor.getByRole("heading", { name: "Le vent", includeHidden: true });
    await expect(heading).toBeAttached(SOON);
    await visitor.goto("/");
    await expect(heading).toBeVisible();
    await expect(visitor.getByRole("img", { name: "Une dune" })).toHaveCSS(
      "object-position",
      /^(19|20|21)% (69|70|71)%$/,
    );
    await expectAccessible(visitor, "the home page with a slide of one's own");
    for (const width of [390, 320]) {
      await visitor.setViewportSize({ width, height: 800 });
      await expectReflow(visitor, `home at ${width}`);
      await page.setViewportSize({ width, height: 800 });
      await expectReflow(page, `slides at ${width}`);
    }
    await expectAccessible(page, "slides on a phone");
  });
});

test("slides are sorted by dragging, too, and the last one may be removed", async ({ page }) => {
  failOnConsoleErrors(page);
  await signIn(page, "administrator");
  await page.goto("/admin/reglages/accueil");
  const titles = page.getByRole("button", { name: /^\d\. / });
  await expect(titles).toHaveText([/Rose de Damas/, /Un jardin clos/, /Le soleil/]);
  const rows = page.getByRole("list").filter({ has: titles }).getByRole("listitem");
  await page.locator(".sortable__grip").first().dragTo(rows.nth(2));
  await expect(titles).toHaveText([/^1\. Un jardin/, /^2\. Le soleil/, /^3\. Rose/]);
  await page.getByRole("button", { name: "Retirer la diapositive 3" }).click();
  await page.getByRole("button", { name: "Retirer la diapositive 2" }).click();
  await expect(titles).toHaveCount(1);
  await page.getByRole("button", { name: "Retirer la diapositive 1" }).click();
  await expect(page.getByText("Aucune diapositive.")).toBeVisible();
});

test("an administrator writes the pages' texts, with a preview", async ({ page, browser }) => {
  failOnConsoleErrors(page, /status of 400/);
  const visitor = await (await browser.newContext()).newPage();
  await openHydrated(visitor, "/faqs");
  await signIn(page, "administrator");
  await page.goto("/admin/reglages/pages");
  const about = page.getByRole("textbox", { name: "Qui sommes-nous" });
  await about.fill("# La maison\n\n[Nous](javascript:alert(1)) **cueillons**.");
  const panel = page.getByRole("region", { name: "Qui sommes-nous" });
  await panel.getByRole("button", { name: "Aperçu" }).click();
  await expect(panel.getByText("n’est pas permis")).toBeVisible();
  await expect(panel.getByRole("heading", { name: "La maison" })).toBeVisible();
  await expectAccessible(page, "the pages' texts");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByRole("alert")).toContainText("Un champ est à corriger");
  await about.fill("# La maison\n\n[Nous](/contact) **cueillons**.");

  await page.getByRole("button", { name: "Ajouter une question" }).click();
  await expect(page.getByRole("textbox", { name: "Question" }).last()).toBeFocused();
  await page.getByRole("textbox", { name: "Question" }).last().fill("Faites-vous des cadeaux ?");
  await page.getByRole("textbox", { name: "Réponse" }).last().fill("Oui, *toujours*.");
  await page.getByRole("button", { name: "Retirer la question 1" }).click();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Réglages enregistrés.")).toBeVisible();
  await expect(visitor.getByText("Faites-vous des cadeaux ?")).toBeVisible(SOON);
  await expect(visitor.getByText("Quels moyens de paiement")).toHaveCount(0);
  await visitor.getByText("Faites-vous des cadeaux ?").click();
  await expect(visitor.getByText("toujours")).toBeVisible();
  await visitor.goto("/apropos-de-nous");
  await expect(visitor.getByRole("main").getByRole("heading", { name: "La maison" })).toBeVisible();
  await expectAccessible(visitor, "« Qui Sommes Nous », written");
  await page.setViewportSize({ width: 320, height: 800 });
  // At the page's end, the save bar covers no button.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectAccessible(page, "the pages' texts on a phone");
});
