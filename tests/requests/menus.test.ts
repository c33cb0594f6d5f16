import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#db/schema/index.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();

/** The side menu of the account area, as it is read. */
function sideMenu(html: string): string {
  const start = html.indexOf('<nav aria-label="Mon espace">');
  return textOf(html.slice(start, html.indexOf("</nav>", start))).trim();
}

test("the side menu: everyone's entries, and the administrators' for them alone (§2, §6)", async () => {
  const customer = await shop.customer();
  expect(sideMenu(await customer.read("/admin/my-orders"))).toBe(
    "Mon compte Données personnelles Mes commandes Parametres du compte Déconnexion",
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
    /^Boutique Tableau de bord Produits Notifications 1 non lus Commandes Paiements Historique E-mails envoyés Mon compte Données personnelles Mes commandes Parametres du compte Déconnexion$/,
  );
  // The badge is the red one.
  expect(html).toMatch(/class="n n--red">1<span class="sr"> non lus/);
});

/** The profile's dropdown in the header, as it is read. */
const dropdown = (html: string) =>
  /<div class="pop" id="profil"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";

test("the profile's dropdown: letter or photo, name, phone with +, and its pages (§2)", async () => {
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

test("a visitor has no dropdown, but Connexion, which comes back (§2)", async () => {
  const signInLink = '<a class="head__login" href="/connexion?retour=boutique"';
  const page = await shop.visitor().read("/boutique");
  expect(dropdown(page)).toBe("");
  expect(page).toContain(signInLink);
  const customer = await shop.customer();
  expect(await customer.read("/boutique")).not.toContain("head__login");
});
