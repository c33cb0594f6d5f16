import { expect, test } from "vitest";
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
    /^Boutique Tableau de bord Produits Notifications 1 non lus Commandes Historique Mon compte Données personnelles Mes commandes Parametres du compte Déconnexion$/,
  );
  // The badge is the red one.
  expect(html).toMatch(/class="n n--red">1<span class="sr"> non lus/);
});
