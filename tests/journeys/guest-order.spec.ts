import { rmSync } from "node:fs";
import { Browser } from "../support/browser.ts";
import { makeDemoFolder } from "../support/demo-folder.ts";
import { linkIn, writtenMails } from "../support/mail.ts";
import { startShop, stopShop } from "../support/production-shop.ts";
import { sampleReduction } from "../support/reductions.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test, waitForScripts, type Locator, type Page } from "./test.ts";

const PORT = Number(process.env["JOURNEYS_PORT"] ?? 3911) + 90;
const CODE = "BIENVENUE10";
let folder: string;
let started: Awaited<ReturnType<typeof startShop>>;
let admin: Browser;

test.beforeAll(async () => {
  folder = makeDemoFolder();
  started = await startShop({ port: PORT, folder, env: { DEMO: "1", RELAY_SIMULATOR: "1" } });
  admin = new Browser(started.url);
  const person = { email: "admin@eclat.example", password: "Admin-Eclat-2026" };
  expect((await admin.post("/connexion", person)).status).toBe(302);
  const list = JSON.stringify([sampleReduction({ code: CODE })]);
  const saved = await admin.post("/admin/reglages/reductions", { list, version: "0" });
  expect(saved.status).toBe(200);
});
test.afterAll(async () => {
  await stopShop(started.shop);
  rmSync(folder, { recursive: true, force: true });
});

/** How somebody uses a page: presses a link or button, types into a field, chooses a radio button. */
type Hand = {
  press: (control: Locator) => Promise<void>;
  type: (field: Locator, text: string) => Promise<void>;
  choose: (option: Locator) => Promise<void>;
};

const byMouse: Hand = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
  choose: (option) => option.check(),
};

const isFocused = (control: Locator) =>
  control.evaluate((element) => element === document.activeElement);
/** Presses Tab until the control has the focus. */
async function reach(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let steps = 0; steps < 200; steps++) {
    if (await isFocused(control)) return;
    await control.page().keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${control.toString()}`);
}
const byKeyboard: Hand = {
  async press(control) {
    await reach(control);
    await control.page().keyboard.press("Enter");
  },
  async type(field, text) {
    await reach(field);
    await field.page().keyboard.insertText(text);
  },
  /** Tab leads to a group's chosen option, or to its first; the arrows to the others. */
  async choose(option) {
    const { keyboard } = option.page();
    await expect(option).toBeVisible();
    const isInGroup = () =>
      option.evaluate(
        (one) =>
          document.activeElement instanceof HTMLInputElement &&
          document.activeElement.name === (one as HTMLInputElement).name,
      );
    for (let steps = 0; !(await isInGroup()); steps++) {
      if (steps > 200) throw new Error(`Tab does not reach the group of ${option.toString()}`);
      await keyboard.press("Tab");
    }
    await keyboard.press("Space");
    for (let steps = 0; !(await option.isChecked()); steps++) {
      if (steps > 20) throw new Error(`the arrows do not reach ${option.toString()}`);
      await keyboard.press("ArrowDown");
    }
  },
};

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const ALL = [
  { how: "by mouse on a desktop", hand: byMouse, viewport: DESKTOP },
  { how: "by keyboard on a phone's width", hand: byKeyboard, viewport: PHONE },
  { how: "by mouse on a phone's width", hand: byMouse, viewport: PHONE },
  { how: "by keyboard on a desktop", hand: byKeyboard, viewport: DESKTOP },
];
/** `npm test` makes the first two; without JOURNEYS_DAY all are made (`npm run test:long`). */
const MADE = process.env["JOURNEYS_DAY"] === undefined ? ALL : ALL.slice(0, 2);

for (const [index, { how, hand, viewport }] of MADE.entries())
  test(`without an account, ${how}: searched, ordered to a relay point with a code, paid, delivered, withdrawn`, async ({
    browser,
  }) => {
    test.slow();
    const email = `sans-compte-${index}@exemple.fr`;
    const open = async (): Promise<Page> => {
      const page = await (await browser.newContext({ viewport, baseURL: started.url })).newPage();
      await waitForScripts(page);
      return page;
    };
    const page = await open();
    const button = (name: string | RegExp) => page.getByRole("button", { name });

    await page.goto("/");
    const search = page.getByRole("combobox", { name: "Rechercher un produit" });
    await hand.type(search, "crème");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/recherche/);
    await hand.press(page.locator(".grid a").first());
    await hand.press(button("Acheter maintainant"));

    await expect(page).toHaveURL("/panier");
    await hand.type(page.getByLabel("Nom complet"), "Inès Moreau");
    await hand.type(page.getByLabel("Téléphone"), "06 12 34 56 78");
    await hand.type(page.getByLabel("Nom et adresse du point de relais"), "Tabac\n33000 Bordeaux");
    await hand.press(button("Commander avec obligation de paiement"));
    await expect(page).toHaveURL("/connexion?retour=panier");
    await hand.press(page.getByRole("link", { name: "Continuer sans compte" }));

    // The page goes on at its new field; what was typed is still there.
    await expect(page.getByLabel("E-mail", { exact: true })).toBeFocused();
    await expect(page.getByLabel("E-mail", { exact: true })).toBeInViewport();
    await expect(page.getByLabel("Nom complet")).toHaveValue("Inès Moreau");
    await hand.type(page.getByLabel("E-mail", { exact: true }), email);
    // After a refused form the field stays, with its error.
    const field = page.getByLabel("E-mail", { exact: true });
    await field.fill("x");
    await hand.press(button("Commander avec obligation de paiement"));
    await expect(field).toHaveAccessibleDescription(/adresse/);
    await field.fill(email);
    await hand.type(page.getByLabel("Code postal ou adresse"), "33000");
    await page.keyboard.press("Enter");
    await hand.choose(page.getByRole("radio", { name: /^Pressing des Arts/ }));
    await expect(page.getByLabel("Nom et adresse du point de relais")).toHaveValue(
      /^Pressing des Arts/,
    );
    await hand.type(page.getByLabel("Code de réduction"), CODE);
    await page.keyboard.press("Enter");
    await expect(button("Retirer le code")).toBeVisible();
    // A reload keeps what was typed, in this tab alone.
    await page.reload();
    await expect(button("Retirer le code")).toBeVisible();
    for (const [label, value] of [
      ["Nom complet", "Inès Moreau"],
      ["Téléphone", "06 12 34 56 78"],
      ["E-mail", email],
      ["Nom et adresse du point de relais", /^Pressing des Arts/],
      ["Code de réduction", CODE],
    ] as const)
      await expect(page.getByRole("textbox", { name: label, exact: true })).toHaveValue(value);
    await expect(page.getByRole("radio", { name: /^Pressing des Arts/ })).toBeChecked();
    await expectAccessible(page, "the cart of a guest");
    await hand.press(button("Commander avec obligation de paiement"));

    await expect(page).toHaveURL(/\/payement\//);
    const orderId = new URL(page.url()).pathname.split("/").at(-1)!;
    await hand.press(button("PayPal"));
    const payment = page.getByRole("dialog", { name: "Paiement de démonstration" });
    await hand.press(payment.getByRole("button", { name: /^Payer/ }));
    await expect(page.getByText(/^Paiement reçu/)).toBeVisible();
    await expect(page.getByText("Bienvenue")).toBeVisible();

    const delivered = await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    expect(delivered.status).toBeLessThan(400);
    const later = await open();
    await later.goto(await orderLink(email));
    await expect(later).toHaveURL(`/admin/my-orders/${orderId}`);
    await expect(later.getByText("Livré", { exact: true }).first()).toBeVisible();
    await expect(later.getByText(/Pressing des Arts/).first()).toBeVisible();
    await expectAccessible(later, "the order of a guest");
    const withdraw = later
      .getByRole("main")
      .getByRole("link", { name: /^Renoncer au contrat ici/ });
    await hand.press(withdraw.first());
    await expect(later.getByLabel("E-mail pour l’accusé de réception")).toHaveValue(email);
    await hand.press(later.getByRole("button", { name: "Continuer" }));
    await hand.press(later.getByRole("button", { name: "Confirmer la rétractation" }));
    await expect(later.getByText(/^Votre rétractation est enregistrée le /)).toBeVisible();
    await later.goto(`/admin/my-orders/${orderId}`);
    await expect(later.getByRole("heading", { name: "Rétractation", exact: true })).toBeVisible();
    for (const context of [page.context(), later.context()])
      expect((await context.cookies()).map(({ name }) => name).join()).not.toContain("session");
  });

/** The signed link in the mail that says that the order was delivered. */
async function orderLink(email: string): Promise<string> {
  const find = async () =>
    (await writtenMails(folder, email)).find(
      ({ text }) => /livrée/.test(text) && text.includes("/commande?"),
    );
  await expect.poll(async () => Boolean(await find())).toBe(true);
  return linkIn((await find())!, "/commande\\?");
}
