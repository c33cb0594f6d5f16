import { describe, expect, test } from "vitest";
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
