import { readdirSync, readFileSync, rmSync } from "node:fs";
import { makeDemoFolder } from "../support/demo-folder.ts";
import { startShop, stopShop } from "../support/production-shop.ts";
import { expectAccessible, expectReflow } from "./accessible.ts";
import { expect, test, waitForScripts, type Page } from "./test.ts";

const PORT = Number(process.env["JOURNEYS_PORT"] ?? 3911) + 70;
const ASSETS = "build/client/assets/";
let folder: string;
let started: Awaited<ReturnType<typeof startShop>>;

test.beforeAll(async () => {
  folder = makeDemoFolder();
  started = await startShop({ port: PORT, folder, env: { DEMO: "1", RELAY_SIMULATOR: "1" } });
});
test.afterAll(async () => {
  await stopShop(started.shop);
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(page: Page, email: string, password: string) {
  await page.goto("/connexion");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(page).not.toHaveURL(/connexion/);
}

async function fillCart(page: Page) {
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();
  await page.getByLabel("Téléphone").fill("06 12 34 56 78");
}

const placeOf = (page: Page) => page.getByLabel("Code postal ou adresse");
const addressOf = (page: Page) => page.getByLabel("Nom et adresse du point de relais");
const orderOf = (page: Page) =>
  page.getByRole("button", { name: "Commander avec obligation de paiement" });

test("a relay point is chosen by keyboard on a phone; one that closed meanwhile is refused; its label is made", async ({
  browser,
}) => {
  test.slow();
  const options = { viewport: { width: 390, height: 844 }, baseURL: started.url };
  const page = await (await browser.newContext(options)).newPage();
  await waitForScripts(page);
  await signIn(page, "cliente@eclat.example", "Cliente-Eclat-2026");
  await fillCart(page);

  // Enter in the search does not order.
  await placeOf(page).focus();
  await page.keyboard.type("33000");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^6 points de relais trouvés/)).toBeVisible();
  await expect(page).toHaveURL("/panier");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const first = page.getByRole("radio", { name: /^Tabac du Marché, à 180\sm/ });
  await expect(first).toBeFocused();
  await page.keyboard.press("Space");
  await expect(addressOf(page)).toHaveValue("Tabac du Marché\n4 place du Marché\n33000 Bordeaux");
  await page.keyboard.press("ArrowDown");
  const second = page.getByRole("radio", { name: /^Pressing des Arts/ });
  await expect(second).toBeChecked();
  await expect(addressOf(page)).toHaveValue("Pressing des Arts\n18 rue Gambetta\n33000 Bordeaux");
  await expectAccessible(page, "relay points");
  const left = (text: string) =>
    page
      .getByText(text)
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return Math.round(range.getBoundingClientRect().left);
      });
  expect(await left("Horaires")).toBe(await left("Tabac du Marché, à"));
  await page.setViewportSize({ width: 320, height: 640 });
  await expectReflow(page, "relay points");
  await page.setViewportSize(options.viewport);

  // The choice survives a reload; a text that is changed by hand replaces it.
  await page.reload();
  await expect(second).toBeChecked();
  await addressOf(page).fill("Chez Léa\n3 rue Neuve\n33000 Bordeaux");
  await expect(second).not.toBeChecked();

  await placeOf(page).fill("33000");
  await page.getByRole("button", { name: "Chercher" }).click();
  await page.getByRole("radio", { name: /^Consigne automatique/ }).check();
  await page.getByText("Paiement à la livraison").click();
  await orderOf(page).click();
  await expect(page.getByRole("alert")).toContainText("n’accepte plus de colis");
  await expect(addressOf(page)).toHaveAccessibleDescription(/n’accepte plus de colis/);
  await expect(addressOf(page)).toHaveValue(/^Consigne automatique/);
  await expect(page.getByLabel("Téléphone")).toHaveValue("06 12 34 56 78");

  await first.check();
  await expect(addressOf(page)).not.toHaveAccessibleDescription(/n’accepte plus/);
  await orderOf(page).click();
  await expect(page.getByRole("heading", { name: /^Merci/ })).toBeVisible();
  await expect(page.getByText(/^Point de relais\s: Tabac du Marché/)).toBeVisible();
  const orderId = new URL(page.url()).pathname.split("/").at(-1)!;

  const admin = await (await browser.newContext(options)).newPage();
  await waitForScripts(admin);
  await signIn(admin, "admin@eclat.example", "Admin-Eclat-2026");
  await admin.goto(`/admin/commandes/${orderId}/colis`);
  await admin.getByLabel("Poids du colis (g)").fill("450");
  await admin.getByRole("button", { name: "Créer l’étiquette" }).click();
  await expect(admin.getByText(/Mondial Relay SIM\d+/)).toBeVisible();
  await expectAccessible(admin, "label");
  const download = admin.waitForEvent("download");
  await admin.getByRole("link", { name: "Télécharger l’étiquette (PDF)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^etiquette-.+\.pdf$/);
});

test("without an answer, or without the picker's script, the point is typed and ordered to", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: started.url })).newPage();
  await waitForScripts(page);
  await signIn(page, "cliente@eclat.example", "Cliente-Eclat-2026");
  await page.route("**/panier/relais?*", (route) => route.abort());
  await fillCart(page);
  await placeOf(page).fill("33000");
  await page.getByRole("button", { name: "Chercher" }).click();
  await expect(page.getByText("La liste des points de relais ne répond pas.")).toBeVisible();

  const files = readdirSync(ASSETS).filter((name) => name.endsWith(".js"));
  const picker = files.find((name) =>
    readFileSync(ASSETS + name, "utf8").includes("/panier/relais?"),
  );
  await page.route(`**/assets/${picker}`, (route) => route.abort());
  await page.reload();
  await addressOf(page).fill("Tabac de la Fontaine\n18 rue des Lilas\n69003 Lyon");
  await expect(placeOf(page)).toHaveCount(0);
  await page.getByText("Paiement à la livraison").click();
  await orderOf(page).click();
  await expect(page.getByText(/^Point de relais\s: Tabac de la Fontaine/)).toBeVisible();
});
