import { rmSync } from "node:fs";
import { Browser } from "../../support/browser.ts";
import { deliveryMethod } from "../../support/delivery-method.ts";
import { makeDemoFolder } from "../../support/demo-folder.ts";
import { startShop, stopShop } from "../../support/production-shop.ts";
import { sampleReduction } from "../../support/reductions.ts";
import { expect, type Page } from "../test.ts";
import type { State } from "./state.ts";
import { fillCart } from "./visitor-states.ts";

const PORT = Number(process.env["JOURNEYS_PORT"] ?? 3911) + 80;
const CODE = "BIENVENUE10";
const METHOD = deliveryMethod({ minDays: "2", maxDays: "4" });

/** Starts a demo shop with relay points, a delivery method and a code: the other journeys' shop has none. */
export async function startGuestShop() {
  const folder = makeDemoFolder();
  const env = { DEMO: "1", RELAY_SIMULATOR: "1" };
  const { shop, url: baseURL } = await startShop({ port: PORT, folder, env });
  const admin = new Browser(baseURL);
  await admin.post("/connexion", { email: "admin@eclat.example", password: "Admin-Eclat-2026" });
  for (const [path, list] of [
    ["reductions", [sampleReduction({ code: CODE })]],
    ["livraison", [METHOD]],
  ] as const) {
    const saved = await admin.post(`/admin/reglages/${path}`, {
      list: JSON.stringify(list),
      version: "0",
    });
    expect(saved.status).toBe(200);
  }
  const stop = async () => {
    await stopShop(shop);
    rmSync(folder, { recursive: true, force: true });
  };
  return { baseURL, stop };
}

const button = (page: Page, name: string) => page.getByRole("button", { name });
const ORDER = "Commander avec obligation de paiement";

/** Opens the cart as a guest, without what an earlier state has typed. */
async function openCart(page: Page): Promise<void> {
  if (page.url() === "about:blank") await fillCart(page);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/panier?sans-compte");
  await expect(page.getByLabel("E-mail", { exact: true })).toBeFocused();
}

async function findRelays(page: Page, place: string): Promise<void> {
  await openCart(page);
  await page.getByLabel("Code postal ou adresse").fill(place);
  await button(page, "Chercher").click();
}

const STATES: State[] = [
  ["the cart of a guest", openCart],
  [
    "the cart of a guest, refused",
    async (page) => {
      await openCart(page);
      await page.getByLabel("Nom complet").fill("Inès Moreau");
      await page.getByLabel("Téléphone").fill("06 12 34 56 78");
      await page.getByLabel("Nom et adresse du point de relais").fill("Tabac");
      await page.getByLabel("E-mail", { exact: true }).fill("ines");
      await button(page, ORDER).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  ],
  [
    "relay points, none found",
    async (page) => {
      await findRelays(page, "zzz");
      await expect(page.getByText(/^Aucun point de relais trouvé/)).toBeVisible();
    },
  ],
  [
    "relay points, no answer",
    async (page) => {
      await page.route("**/panier/relais?*", (route) => route.fulfill({ status: 500 }));
      await findRelays(page, "33000");
      await expect(page.getByText("La liste des points de relais ne répond pas.")).toBeVisible();
      await page.unroute("**/panier/relais?*");
    },
  ],
  [
    "relay points, found",
    async (page) => {
      await findRelays(page, "33000");
      await page.getByText("Horaires").first().click();
    },
  ],
  [
    "relay points, where no method delivers",
    async (page) => {
      await findRelays(page, "97110");
      await expect(page.getByText(/^Nous ne livrons pas encore/)).toBeVisible();
    },
  ],
  [
    "a code, refused",
    async (page) => {
      await openCart(page);
      await page.getByLabel("Code de réduction").fill("RIEN");
      await button(page, "Appliquer").click();
      await expect(page.getByLabel("Code de réduction")).toHaveAttribute("aria-invalid", "true");
    },
  ],
  [
    "a code, used",
    async (page) => {
      await openCart(page);
      await page.getByLabel("Code de réduction").fill(CODE);
      await button(page, "Appliquer").click();
      await expect(button(page, "Retirer le code")).toBeVisible();
    },
  ],
  [
    "relay points, closed meanwhile",
    async (page) => {
      await choosePoint(page, "Consigne automatique");
      await button(page, ORDER).click();
      await expect(page.getByText(/^Ce point de relais n’accepte plus/).first()).toBeVisible();
    },
  ],
  [
    "the payment of a guest",
    async (page) => {
      await choosePoint(page, "Pressing des Arts");
      await button(page, ORDER).click();
      await expect(page).toHaveURL(/\/payement\//);
      await expect(button(page, "PayPal")).toBeVisible();
    },
  ],
  [
    "the order of a guest, unpaid",
    async (page) => {
      const id = page.url().split("/").at(-1)!;
      await page.goto(`/admin/my-orders/${id}`);
      await expect(page.getByText("Paiement attendu")).toBeVisible();
    },
  ],
  [
    "the payment of a guest, received",
    async (page) => {
      const id = page.url().split("/").at(-1)!;
      await page.goto(`/payement/${id}`);
      await button(page, "PayPal").click();
      const payment = page.getByRole("dialog", { name: "Paiement de démonstration" });
      await payment.getByRole("button", { name: /^Payer/ }).click();
      await expect(page.getByText(/^Paiement reçu/)).toBeVisible();
    },
  ],
  [
    "the order of a guest, paid",
    async (page) => {
      const id = page.url().split("/").at(-1)!;
      await page.goto(`/admin/my-orders/${id}`);
      await expect(page.getByText(/Pressing des Arts/).first()).toBeVisible();
    },
  ],
  [
    "a dead link of an order",
    async (page) => {
      await page.goto("/commande?lien=ancien");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    },
  ],
];

/** The cart and the order of somebody without an account, and the list of relay points. Each needs those before it. */
export const guestStates = STATES.map(([name, open]): State => [
  name,
  async (page) => {
    await open(page);
    // The sticky header overlaps the content of a page that is scrolled to a field.
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  },
]);

/** Fills the order form with a point of the list. */
async function choosePoint(page: Page, name: string): Promise<void> {
  await findRelays(page, "33000");
  await page.getByLabel("Nom complet").fill("Inès Moreau");
  await page.getByLabel("Téléphone").fill("06 12 34 56 78");
  await page.getByLabel("E-mail", { exact: true }).fill("ines@exemple.fr");
  await page.getByRole("radio", { name: new RegExp(`^${name}`) }).check();
}
