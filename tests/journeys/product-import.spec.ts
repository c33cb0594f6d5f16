import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectReflow, expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { signIn } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

const PATH = "/admin/produits/importer";
const LINES = 6_000;

// Deleted because other journeys count the demo's products.
test.afterAll(async () => {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`UPDATE product_imports SET state = 'cancelled' WHERE state = 'running'`;
  await sql`DELETE FROM products WHERE name LIKE 'essai %'`;
  await sql.end();
});

async function choose(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("Choisir un fichier CSV").setInputFiles(file);
}

async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${what} at ${width} px`);
  }
  await page.setViewportSize({ width: 320, height: 900 });
  await expectReflow(page, `${what} at 320 px`);
}

const HEAD = "id;nom;prix;catégorie;type de vente;description;composition;spécifications;photos";
const lineOf = (name: string, price: string | number = 12) => `;${name};${price};Autres;;;;;`;

test("a file is refused, another is checked, imported with live progress and cancelled; axe finds nothing in any state", async ({
  page,
}) => {
  test.slow();
  failOnConsoleErrors(page, /status of 422|ERR_FAILED/);
  await signIn(page, "administrator");
  await page.goto(PATH);
  await expectAccessibleEverywhere(page, "file");

  await choose(page, "stocks-nov.csv", "reference,quantite,emplacement\n1,2,3\n");
  await expect(page.getByRole("alert")).toContainText(
    "Il manque « nom », « prix » et « catégorie »",
  );
  await expectAccessibleEverywhere(page, "wrong columns");

  await choose(
    page,
    "textes.csv",
    "nom;prix;catégorie;description\nCrème hydratante rose et lin;41;Soins de la peau;\n",
  );
  await expect(page.getByRole("heading", { name: "Ce qui change" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Oui, vider ces champs" })).toBeVisible();
  await expectAccessibleEverywhere(page, "changes");
  await page.getByRole("button", { name: "Importer 1 ligne" }).click();
  await expect(page.getByText("Confirmez que des champs peuvent être vidés")).toBeVisible();
  await expectAccessibleEverywhere(page, "changes, not confirmed");
  await page.getByRole("link", { name: /cochez «\sOui, vider ces champs\s»/ }).click();
  await expect(page.getByRole("checkbox", { name: "Oui, vider ces champs" })).toBeFocused();
  await page.goto(PATH);

  await page.route("**/importer.data*", (route) => route.abort());
  await choose(page, "catalogue.csv", "nom;prix;catégorie\nEssai;12;Autres\n");
  await expect(page.getByText("Erreur de téléchargement")).toBeVisible();
  await page.unroute("**/importer.data*");

  const right = Array.from({ length: LINES }, (_, index) => lineOf(`Essai ${index}`));
  const faulty = Array.from({ length: 12 }, (_, index) =>
    lineOf(`Essai fautif ${index}`, "12,50 €"),
  );
  await choose(page, "catalogue.csv", [HEAD, ...faulty, ...right].join("\n"));
  await expect(page.getByRole("heading", { name: "catalogue.csv" })).toBeVisible();
  await expect(page.getByText("12 erreurs, page 1 sur 2")).toBeVisible();
  await expectAccessibleEverywhere(page, "report");

  const start = page.getByRole("button", { name: /^Importer 6.000 lignes$/ });
  // The reload removes the toasts of the file chosen before.
  await page.reload();
  await page.waitForLoadState("networkidle");
  await page.route("**/importer.data*", (route) => route.abort());
  await start.click();
  const lost = page.getByRole("alert").filter({ hasText: "Connexion perdue" });
  await lost.getByRole("button", { name: "Fermer" }).click();
  // No file was sent: the specification's text for a failed upload (§8) does not apply.
  expect(await page.getByText("Erreur de téléchargement").count()).toBe(0);
  await page.unroute("**/importer.data*");
  await start.click();
  const progress = page.getByRole("progressbar", { name: "Import de catalogue.csv" });
  await expect(progress).toBeVisible();
  const done = async () => Number(await progress.getAttribute("value"));
  // The progress changes without a reload.
  await expect.poll(done).toBeGreaterThan(0);
  const seen = await done();
  await expect.poll(done).toBeGreaterThan(seen);
  await expectAccessibleEverywhere(page, "progress");

  await page.getByRole("button", { name: "Annuler l’import" }).click();
  await expect(page.getByText(/Import annulé à/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Reprendre\s: / })).toBeVisible();
  await expectAccessibleEverywhere(page, "cancelled");

  await page.getByRole("link", { name: "Autre fichier" }).click();
  await choose(page, "deux.csv", `nom;prix;catégorie\nEssai un;12;Autres\nEssai deux;13;Autres\n`);
  await page.getByRole("button", { name: "Importer 2 lignes" }).click();
  await expect(page.getByText(/2 produits importés en/)).toBeVisible();
  await expectAccessibleEverywhere(page, "done");

  await page.getByRole("link", { name: "Importer un autre fichier" }).click();
  const recent = page.getByRole("region", { name: "Derniers imports" }).getByRole("listitem");
  await expect(recent.nth(0)).toContainText("deux.csv");
  await expect(recent.nth(0)).toContainText("2 produits");
  await expect(recent.nth(1)).toContainText("Annulé à");
  await expectAccessibleEverywhere(page, "file, with the last imports");
});

test("without JavaScript a button sends the file", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, "administrator");
  await page.goto(PATH);
  await choose(page, "un.csv", `nom;prix;catégorie\nEssai trois;12;Autres\n`);
  await page.getByRole("button", { name: "Vérifier le fichier" }).click();
  await expect(page.getByRole("button", { name: "Importer 1 ligne" })).toBeVisible();
  await context.close();
});
