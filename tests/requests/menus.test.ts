import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mails, paymentMismatches, profiles } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();

/** The visible text of the account area's side menu. */
function sideMenu(html: string): string {
  const start = html.indexOf('<nav aria-label="Mon espace">');
  return textOf(html.slice(start, html.indexOf("</nav>", start))).trim();
}

test("the side menu shows administration entries to administrators only (§2, §6)", async () => {
  const customer = await shop.customer();
  expect(sideMenu(await customer.read("/admin/my-orders"))).toBe(
    "Mon compte Données personnelles Mes commandes Mes favoris Mes adresses Parametres du compte Déconnexion",
  );
  const admin = await shop.customer({ isAdmin: true });
  await shop.visitor().post("/contact", {
    title: "Bonjour",
    message: "Êtes-vous ouverts ?",
    email: "ines@exemple.fr",
    company: "",
    name: "Inès Moreau",
    phoneNumber: "",
  });
  const html = await admin.read("/admin/my-orders");
  expect(sideMenu(html)).toMatch(
    /^Boutique Tableau de bord Produits Stock Notifications 1 non lus Avis signalés Commandes Préparation Rétractations Retours Rappels Effets indésirables Paiements Journal fiscal Historique E-mails envoyés Ouverture Réglages Mon compte Données personnelles Mes commandes Mes favoris Mes adresses Parametres du compte Déconnexion$/,
  );
  // « n--red » is the class of the badge's red.
  expect(html).toMatch(/class="n n--red">1<span class="sr"> non lus/);
});

test("« Ctrl S » is for administrators: a customer's settings offer it nowhere", async () => {
  const customer = await shop.customer();
  expect(await customer.read("/admin/parametre-compte")).not.toContain("keyshortcuts");
  const admin = await shop.customer({ isAdmin: true });
  expect(await admin.read("/admin/reglages/contact")).toContain("Control+S");
});

test("the side menu counts open payment mismatches and unsent mails for administrators", async () => {
  const { db } = shop;
  const customer = await shop.customer();
  const admin = await shop.customer({ isAdmin: true });
  const orderId = await placeOrder(shop, customer);
  await db.insert(paymentMismatches).values([
    { id: "ecart-1", orderId, kind: "amount", detail: "essai" },
    { id: "ecart-2", orderId, kind: "amount", detail: "réglé", resolvedAt: new Date() },
  ]);
  await db.insert(mails).values([
    {
      key: "essai-1",
      template: "order",
      recipient: "a@exemple.fr",
      props: {},
      failure: "ECONNECTION",
      tries: 2,
    },
    { key: "essai-2", template: "order", sentAt: new Date() },
  ]);
  const html = await admin.read("/admin/my-orders");
  expect(sideMenu(html)).toMatch(
    /Paiements 1 à vérifier Journal fiscal Historique E-mails envoyés 1 pas partis/,
  );
  expect(textOf(/<summary[\s\S]*?<\/summary>/.exec(html)![0])).toMatch(/[2-9] à voir/);
  expect(sideMenu(await customer.read("/admin/my-orders"))).not.toMatch(/vérifier|partis/);
});

test("account and administration pages have a one-line footer with social networks and legal pages (§2)", async () => {
  const customer = await shop.customer();
  const footer = (html: string) => /<footer[\s\S]*<\/footer>/.exec(html)![0];
  const slim = footer(await customer.read("/admin/my-orders"));
  for (const shown of ["Éclat sur Instagram", "Mentions légales", "Politique de confidentialité"])
    expect(slim).toContain(shown);
  expect(slim).not.toContain("composés avec retenue");
  expect(footer(await customer.read("/boutique"))).toContain("composés avec retenue");
  const admin = await shop.customer({ isAdmin: true });
  const slip = `/admin/commandes/${await placeOrder(shop, customer)}/bon-de-livraison`;
  expect(footer(await admin.read(slip))).not.toContain("composés avec retenue");
});

test("footer and filters have no category without products, on kept pages too", async () => {
  const keeping = await openShop({}, { cacheBytes: 8_000_000 });
  const visitor = keeping.visitor();
  const links = async () => {
    const html = /<footer[\s\S]*<\/footer>/.exec(await visitor.read("/faqs"))![0];
    return ["Tous les produits", "Soins de la peau", "Maquillage", "Parfums"].filter((name) =>
      html.includes(`>${name}</a>`),
    );
  };
  await expect.poll(links).toEqual(["Tous les produits"]);
  const perfume = { name: "eau rare", price: 9, category: "Parfums" } as const;
  const id = await insertProduct(keeping.db, perfume);
  await expect.poll(links).toEqual(["Tous les produits", "Parfums"]);
  const filters = async (query: string) =>
    [
      ...(await visitor.read(`/boutique${query}`)).matchAll(
        /name="categorie"[^>]*value="([^"]*)"/g,
      ),
    ].map(([, category]) => category);
  expect(await filters("")).toEqual(["Parfums"]);
  // A chosen one can be left, and a price without products empties no list of filters.
  expect(await filters("?categorie=Autres")).toEqual(["Parfums", "Autres"]);
  expect(await filters("?prix-min=500")).toEqual(["Parfums"]);
  await keeping.sql`UPDATE products SET category = 'Maquillage' WHERE id = ${id}`;
  await expect.poll(links).toEqual(["Tous les produits", "Maquillage"]);
  await keeping.sql`DELETE FROM products WHERE id = ${id}`;
  await expect.poll(links).toEqual(["Tous les produits"]);
});

/** The HTML of the profile dropdown in the header. */
const dropdown = (html: string) =>
  /<div class="pop" id="profil"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";

test("the profile dropdown shows letter or photo, name, phone with + and links (§2)", async () => {
  const customer = await shop.customer({ name: "inès Moreau" });
  const change = (fields: Partial<typeof profiles.$inferInsert>) =>
    shop.db.update(profiles).set(fields).where(eq(profiles.userId, customer.userId));
  await change({ phone: "33612345678" });
  const pages = "Mes commandes Parametres du compte Déconnexion";
  expect(textOf(dropdown(await customer.read("/"))).trim()).toBe(
    `i inès Moreau +33 6 12 34 56 78 ${pages}`,
  );

  const photo = "profil/abc/01K8ABCDEF3WPW70CHXNGD8NCM.jpg";
  await change({ photo });
  const withPhoto = dropdown(await customer.read("/"));
  expect(withPhoto).toContain(`src="/media/${photo}"`);
  expect(textOf(withPhoto).trim()).toBe(`inès Moreau +33 6 12 34 56 78 ${pages}`);

  const admin = await shop.customer({ isAdmin: true });
  expect(textOf(dropdown(await admin.read("/")))).toMatch(
    /Mes commandes Notifications( \d+ non lus)? Parametres du compte Déconnexion\s*$/,
  );
});

test("a visitor has a sign-in link that returns to the page instead of the dropdown (§2)", async () => {
  const signInLink = '<a class="head__login" href="/connexion?retour=boutique"';
  const page = await shop.visitor().read("/boutique");
  expect(dropdown(page)).toBe("");
  expect(page).toContain(signInLink);
  const customer = await shop.customer();
  expect(await customer.read("/boutique")).not.toContain("head__login");
});
