import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible } from "./accessible.ts";
import {
  NOT_SENT,
  STREAM,
  failureNote,
  retryButton,
  actOffline,
  blockLiveStream,
  openProduct,
} from "./connection-steps.ts";
import { moduleOf, openHydrated, signIn, SOON } from "./people.ts";
import { expect, test } from "./test.ts";

const REFUSED = "La boutique ne peut pas prendre cet envoi";
const LIST_FAILED = "Impossible de recurer les données";
/** A page with a list: how to open it, the path of its data, and the title that it shows when its data fail to load. */
type List = {
  title: string | RegExp | null;
  open: () => Promise<void>;
  data: string | RegExp;
};

test("visitor: sorting, sign-in and contact keep the page while offline", async ({ page }) => {
  await test.step("sort: the list stays; after a retry it is sorted", async () => {
    await page.goto("/boutique");
    const sort = page.getByRole("combobox", { name: /Trier/ }).first();
    await actOffline(page, async () => {
      await sort.selectOption({ label: "Décroissant" });
      await expect(failureNote(page)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "Boutique" })).toBeVisible();
      await expect(page.getByRole("link", { name: /^Acheter/ }).first()).toBeVisible();
      await expectAccessible(page, "a lost connection");
    });
    await expect(page).toHaveURL(/tri=asc/);
  });

  await test.step("a failed navigation keeps the current page", async () => {
    await page.goto("/boutique");
    await actOffline(page, () =>
      page.getByRole("banner").getByRole("link", { name: "FAQ" }).click(),
    );
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/questions/i);
  });

  await test.step("a page whose code fails to load: no reload, which would lose the current page", async () => {
    await page.goto("/boutique");
    const module = await moduleOf(page, "messages/contact-page");
    const away = (url: URL) => url.pathname === module || url.pathname === "/favicon.svg";
    await page.route(away, (route) => route.abort("connectionreset"));
    await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
    await expect(failureNote(page)).toContainText(NOT_SENT);
    await expect(page.getByRole("heading", { level: 1, name: "Boutique" })).toBeVisible();
    await page.unroute(away);
    await retryButton(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Contactez/);
  });

  await test.step("contact: typed values are kept; sent once, by the retry", async () => {
    await page.goto("/contact");
    const form = page.getByRole("main").locator("form");
    const thanks = page.getByText("votre message est bien arrivé");
    const write = async () => {
      await form.getByLabel("Nom", { exact: false }).first().fill("Inès Moreau");
      await form.getByLabel("E-mail").fill("ines@exemple.fr");
      await form.getByLabel(/Objet|Sujet/).fill("Une question");
      await form.getByLabel("Message").fill("Livrez-vous en Corse ?");
    };
    await write();
    // Statuses with which the body limit or a proxy refuses a request before the route's action runs.
    for (const status of [413, 429]) {
      await page.route("**/contact.data*", (route) => route.fulfill({ status, body: "no" }));
      await form.getByRole("button", { name: /Envoyer/ }).click();
      await expect(failureNote(page)).toContainText(REFUSED);
      await expect(failureNote(page)).toContainText(
        "Il est trop volumineux, ou il y en a eu beaucoup à la fois. La page reste comme elle était.",
      );
      await expect(form.getByLabel("Message")).toHaveValue("Livrez-vous en Corse ?");
      await failureNote(page).getByRole("button", { name: "Fermer" }).click();
      await expect(failureNote(page)).toHaveCount(0);
      await page.unroute("**/contact.data*");
    }
    await form.getByRole("button", { name: /Envoyer/ }).click();
    await expect(thanks).toBeVisible();
    await write();
    await actOffline(page, async () => {
      await form.getByRole("button", { name: /Envoyer/ }).click();
      await expect(page.getByText("Erreur d'envoie")).toBeVisible();
      await expect(thanks).toHaveCount(0);
      await expect(form.getByLabel("Message")).toHaveValue("Livrez-vous en Corse ?");
    });
    await expect(thanks).toBeVisible();
  });

  await test.step("sign-in", async () => {
    await page.goto("/connexion");
    await page.getByLabel("E-mail").fill("cliente@eclat.example");
    await page.getByLabel("Mot de passe", { exact: true }).fill("Cliente-Eclat-2026");
    await actOffline(page, () =>
      page.locator("main form").getByRole("button", { name: "Se connecter" }).click(),
    );
    await expect(
      page.getByRole("banner").getByRole("button", { name: /^Mon compte/ }),
    ).toBeVisible();
  });
});

// A separate test, because a toast shown earlier would have loaded the toasts' code before the page is offline.
test("visitor: adding to the cart and changing the quantity work offline", async ({ page }) => {
  await openProduct(page);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
  await expect(page.getByText("Produit ajouté au panier")).toBeVisible();
  await expect(page.getByRole("link", { name: "Panier, 1 article" })).toBeVisible();
  await page.context().setOffline(false);
  await page.goto("/panier");
  await expect(page.getByRole("heading", { level: 1, name: "Votre panier" })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /Augmenter|Plus|Ajouter un/ }).click();
  await expect(page.getByRole("textbox", { name: /^Quantité/ })).toHaveValue("2");
  await page.getByRole("button", { name: /^Retirer/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Annuler" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Retirer/ })).toBeFocused();
  await expect(page.getByText("ERREUR")).toHaveCount(0);
  await page.context().setOffline(false);
});

test("lists whose data fail to load show an error in their place, within the page's layout", async ({
  page,
}) => {
  test.slow();
  await blockLiveStream(page);
  await signIn(page, "administrator");
  const follow = (name: RegExp) => () => page.getByRole("link", { name }).first().click();
  const areas = [
    ["Mes commandes", "my-orders"],
    ["Commandes", "commandes"],
    ["Produits", "produits"],
    ["Paiements", "paiements"],
    ["Historique", "historique"],
    ["E-mails envoyés", "courriels"],
    // Last, because opening the notifications marks messages read, which would reload the list opened next.
    ["Notifications", "notifications"],
  ] as const;
  const lists: List[] = [
    { title: "Boutique", open: follow(/^Boutique$/), data: "/boutique.data" },
    { title: /^Éclat, soins/, open: follow(/^Éclat, accueil$/), data: "/_.data" },
    {
      title: /^Resultat de recherche pour/,
      open: async () => {
        await page.getByRole("combobox", { name: "Rechercher un produit" }).fill("creme");
        await page.keyboard.press("Enter");
      },
      data: "/recherche/_.data",
    },
    // The product page's title needs its data.
    { title: null, open: follow(/^Acheter/), data: /^\/produit\/\w+\.data$/ },
    { title: "Favoris", open: follow(/^Mes favoris$/), data: "/favorite.data" },
    ...areas.map(([title, name]) => ({
      title,
      // The name in the menu is followed by a count.
      open: follow(new RegExp(`^${title}`)),
      data: `/admin/${name}.data`,
    })),
  ];
  const heading = page.getByRole("heading", { level: 1 });
  const failed = page.getByText(LIST_FAILED);
  for (const how of ["500", "cut"] as const) {
    await page.goto("/faqs");
    for (const { title, open, data } of lists)
      await test.step(`${String(title ?? "a product")}, ${how}`, async () => {
        const isAsked = ({ pathname }: URL) =>
          typeof data === "string" ? pathname === data : data.test(pathname);
        await page.route(isAsked, async (route) => {
          if (how === "500") return route.fulfill({ status: 500, body: "Internal Server Error" });
          const answer = await route.fetch();
          const whole = await answer.body();
          return route.fulfill({ response: answer, body: whole.subarray(0, whole.length / 2) });
        });
        await open();
        await expect(failed).toBeVisible();
        await expect(heading).toHaveText(title ?? LIST_FAILED);
        const banner = page.getByRole("banner");
        await expect(banner.getByRole("button", { name: /^Mon compte/ })).toBeVisible();
        await expect(banner.getByRole("link", { name: "Connexion" })).toHaveCount(0);
        await expect(page.getByRole("link", { name: /^contact@|@eclat/ }).first()).toBeVisible();
        await page.unroute(isAsked);
        await page.getByRole("link", { name: "Réessayer" }).click();
        await expect(failed).toHaveCount(0);
        if (title) await expect(heading).toHaveText(title);
        else await expect(page.getByRole("heading", { name: "Les avis" })).toBeVisible();
      });
  }

  await test.step("a failed live reload keeps the page's layout", async () => {
    const data = "**/boutique.data*";
    await page.unroute(STREAM);
    await openHydrated(page, "/faqs");
    await page.route(data, (route) => route.fulfill({ status: 500, body: "no" }));
    await follow(/^Boutique$/)();
    await expect(failed).toBeVisible();
    const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
    for (const cents of [100, -100]) {
      const asked = page.waitForResponse(data, SOON);
      await sql`UPDATE products SET price_cents = price_cents + ${cents} WHERE name LIKE 'mascara%'`;
      await asked;
    }
    await sql.end();
    await expect(failed).toBeVisible();
    await expect(heading).toHaveText("Boutique");
    await expect(
      page.getByRole("banner").getByRole("button", { name: /^Mon compte/ }),
    ).toBeVisible();
    await page.unroute(data);
  });

  await test.step("a sort whose data fail to load keeps the filters and the chosen sort", async () => {
    await page.goto("/boutique");
    await page.route("**/boutique.data*", (route) => route.fulfill({ status: 500, body: "no" }));
    const sort = page.getByRole("combobox", { name: /Trier/ }).first();
    await sort.selectOption({ label: "Décroissant" });
    await expect(page.getByText(LIST_FAILED)).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Filtres" })).toBeVisible();
    await expect(sort.locator("option:checked")).toHaveText("Décroissant");
    await page.unroute("**/boutique.data*");
    await page.getByRole("link", { name: "Réessayer" }).click();
    await expect(page.getByRole("link", { name: /^Acheter/ }).first()).toBeVisible();
  });
});
