import { describe, expect, it } from "vitest";
import { productJsonLd } from "#app/catalogue/product-json-ld.ts";
import { salesSettings } from "#app/checkout/sales-settings.ts";
import { organizationJsonLd } from "#app/home/organization-data.ts";
import { pagesSettings } from "#app/pages/pages-settings.server.ts";
import { appearanceSettings } from "#app/settings/appearance-settings.server.ts";
import { identitySettings } from "#app/settings/identity-settings.ts";
import { legalSettings } from "#app/settings/legal-settings.server.ts";
import { mailsSettings } from "#app/settings/mails-settings.ts";
import { shopOf } from "#app/settings/shop.ts";
import { breadcrumbJsonLd } from "./structured-data.tsx";

const baseUrl = "https://www.ma-boutique.fr";

const cream = {
  id: "01K8ABCDEF3WPW70CHXNGD8NCM",
  name: "Crème au lin",
  description: "Pour les peaux sèches.",
  category: "Soins de la peau" as const,
  priceCents: 3400,
  rating: 4.5,
  ratingCount: 2,
  pictures: [{ path: "images/essai/1.jpg", width: 1000, height: 1000, hasRenditions: false }],
};

const factsOf = (descriptor: object) =>
  (descriptor as { "script:ld+json": Record<string, unknown> })["script:ld+json"];

describe("productJsonLd", () => {
  it("returns absolute URLs, the price in euros and the rating", () => {
    expect(factsOf(productJsonLd(cream, baseUrl, "Éclat"))).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Crème au lin",
      url: "https://www.ma-boutique.fr/produit/01K8ABCDEF3WPW70CHXNGD8NCM",
      image: ["https://www.ma-boutique.fr/media/images/essai/1.jpg"],
      offers: { price: "34.00", priceCurrency: "EUR" },
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    });
  });

  it("leaves out properties without a value", () => {
    const bare = { ...cream, description: "", pictures: [], rating: 0, ratingCount: 0 };
    const facts = factsOf(productJsonLd(bare, baseUrl, "Éclat"));
    for (const name of ["description", "image", "aggregateRating"])
      expect(facts).not.toHaveProperty(name);
  });
});

describe("breadcrumbJsonLd", () => {
  it("numbers the steps; the last one is the page itself", () => {
    const items = [{ label: "Accueil", to: "/" }, { label: "FAQ" }];
    expect(factsOf(breadcrumbJsonLd(items, baseUrl))["itemListElement"]).toEqual([
      { "@type": "ListItem", position: 1, name: "Accueil", item: "https://www.ma-boutique.fr/" },
      { "@type": "ListItem", position: 2, name: "FAQ" },
    ]);
  });
});

describe("organizationJsonLd", () => {
  const shop = shopOf({
    identity: identitySettings.defaults.demo,
    appearance: appearanceSettings.defaults.real,
    contact: {
      phone: "01 78 90 00 42",
      email: "bonjour@ma-boutique.fr",
      socialLinks: ["https://www.instagram.com/ma_boutique"],
    },
    legal: { ...legalSettings.defaults.real, legalName: "Ma Boutique SARL" },
    sales: salesSettings.defaults.real,
    delivery: { list: [] },
    mails: mailsSettings.defaults.real,
    pages: pagesSettings.defaults.real,
  });

  it("contains the configured values only", () => {
    const facts = factsOf(organizationJsonLd(shop, baseUrl));
    expect(facts).toMatchObject({ legalName: "Ma Boutique SARL", sameAs: shop.socialLinks });
    expect(facts).not.toHaveProperty("address");
    expect(facts).not.toHaveProperty("vatID");
  });
});
