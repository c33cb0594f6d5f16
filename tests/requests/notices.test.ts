import { describe, expect, test } from "vitest";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { sql } = shop;

describe("the harmonised notice on the legal guarantee", () => {
  test("is before the order and in the terms, as a picture and in words", async () => {
    const visitor = shop.visitor();
    const words = "Deux ans au moins\u00a0: le vendeur répond de tout défaut de conformité";
    for (const address of ["/panier", "/condition-generale-de-vente"]) {
      const page = await visitor.read(address);
      expect(page).toContain(words);
      const picture = /\/assets\/guarantee-notice-[\w-]+\.svg/.exec(page)![0];
      const answer = await visitor.get(picture);
      expect(answer.headers.get("content-type")).toContain("image/svg+xml");
      expect(await answer.text()).toContain("Garantie légale");
    }
    const [terms] = await sql<{ text: string }[]>`
      SELECT text FROM terms_versions ORDER BY created_at DESC LIMIT 1`;
    expect(terms!.text).toContain(words);
  });
});

test("each form that takes a number says what it serves, and the contract forbids sales calls", async () => {
  const consent = "Tout appel commercial suppose votre consentement préalable.";
  const visitor = shop.visitor();
  const customer = await shop.customer();
  expect(await visitor.read("/contact")).toContain(`Pour vous répondre seulement. ${consent}`);
  expect(await visitor.read("/effet-indesirable")).toContain(
    `Pour ce signalement seulement. ${consent}`,
  );
  for (const address of ["/admin/parametre-compte", "/admin/mes-adresses?adresse=nouvelle"])
    expect(await customer.read(address)).toContain(`Pour la livraison seulement. ${consent}`);
  expect(textOf(await visitor.read("/condition-generale-de-vente"))).toContain(
    "Votre téléphone sert à la livraison seulement. Il est interdit de démarcher par téléphone un consommateur sans son consentement préalable (article L223-2 du code de la consommation).",
  );
});

test("sign-up, cart and footer lead to the notices", async () => {
  const visitor = shop.visitor();
  expect(await visitor.read("/connexion?mode=inscription")).toContain(
    'class="link" href="/plitique-de-confidentialite"',
  );
  expect(await visitor.read("/faqs")).toContain('href="/accessibilite"');
  const cookies = textOf(await visitor.read("/plitique-de-confidentialite"));
  expect(cookies).not.toContain("aucun traceur");
  expect(cookies).toContain("article 82 de la loi du 6 janvier 1978");
  expect(await visitor.read("/sitemap.xml")).toContain("/accessibilite</loc>");
});

describe("the notices say what holds", () => {
  test("privacy: recipients, the birth date's purpose, PayPal's programme; minors", async () => {
    const page = textOf(await shop.visitor().read("/plitique-de-confidentialite"));
    for (const said of [
      "le lieu de nos sauvegardes et le prestataire qui achemine nos e-mails",
      "Notre comptable",
      "La date de naissance complète votre profil, que vous seul voyez",
      "Avant 15 ans, il faut l’accord d’un parent",
      "est la seule à charger un programme de PayPal : vous l’ouvrez pour payer",
      "dont nous n’avons pas pu vérifier la liste",
    ])
      expect(page).toContain(said);
    expect(page).not.toContain("sécuriser le paiement");
  });

  test("terms: immediate cancellation of a late order, minors, accessibility; a point of contact", async () => {
    const terms = await shop.visitor().read("/condition-generale-de-vente");
    expect(textOf(terms)).toContain(
      "Vous pouvez annuler immédiatement, par écrit, si nous refusons",
    );
    expect(textOf(terms)).toContain("Si vous êtes mineur, commandez avec l’accord d’un parent");
    expect(terms).toMatch(/<main.*href="\/accessibilite".*<\/main>/s);
    expect(textOf(await shop.visitor().read("/accessibilite"))).toContain("Elle vise la norme EN");
    expect(textOf(await shop.visitor().read("/mentions-legales"))).toContain(
      "point de contact des autorités et des utilisateurs",
    );
  });

  test("only the demo claims that each product carries its whole list", async () => {
    const CLAIM = /porte sa liste|avec retenue|écrit dehors/;
    expect(await shop.visitor().read("/")).toMatch(CLAIM);
    const own = await openShop({ DEMO: "0" });
    await insertProduct(own.db, { name: "savon", price: 5 });
    const home = await own.visitor().read("/");
    expect(home).toContain("Chaque fiche dit ce que nous savons du produit");
    expect(home).not.toMatch(CLAIM);
  });
});
