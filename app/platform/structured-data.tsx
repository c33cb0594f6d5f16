import type { MetaDescriptor } from "react-router";
import type { Product } from "#app/catalogue/product-schema.ts";
import type { RootData } from "#app/root.tsx";

// Schema.org descriptions for search engines, as descriptors for a route's `meta` export. React Router writes them
// as a data block, which no content policy stops since nothing runs it, and escapes what could end it.

type Described = Pick<
  Product,
  "id" | "name" | "description" | "category" | "priceCents" | "rating" | "ratingCount" | "pictures"
>;

/** A product and its price; `name` as it is read, `baseUrl` without a slash at its end. */
export function productJsonLd(product: Described, baseUrl: string): MetaDescriptor {
  const { id, name, description, category, priceCents, rating, ratingCount, pictures } = product;
  const url = `${baseUrl}/produit/${id}`;
  return jsonLd("Product", {
    name,
    url,
    sku: id,
    category,
    brand: { "@type": "Brand", name: "Éclat" },
    ...(description !== "" && { description }),
    ...(pictures.length > 0 && { image: pictures.map(({ path }) => `${baseUrl}/media/${path}`) }),
    offers: {
      "@type": "Offer",
      url,
      price: (priceCents / 100).toFixed(2),
      priceCurrency: "EUR",
      availability: "https://schema.org/InStock",
      itemCondition: "https://schema.org/NewCondition",
    },
    // A rating of nobody is an error to search engines.
    ...(ratingCount > 0 && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: rating,
        reviewCount: ratingCount,
        bestRating: 5,
        worstRating: 0,
      },
    }),
  });
}

/** The way to a page, as `Breadcrumb` shows it: the last step, the page itself, has no `to`. */
export function breadcrumbJsonLd(
  items: readonly { label: string; to?: string }[],
  baseUrl: string,
): MetaDescriptor {
  return jsonLd("BreadcrumbList", {
    itemListElement: items.map(({ label, to }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      ...(to !== undefined && { item: baseUrl + to }),
    })),
  });
}

/** The house itself, for the home page; an empty fact is left out. */
export function organizationJsonLd(shop: RootData["shop"], baseUrl: string): MetaDescriptor {
  const { legalName, address, vatNumber, phone, email, socialLinks } = shop;
  return jsonLd("OnlineStore", {
    name: "Éclat",
    url: `${baseUrl}/`,
    logo: `${baseUrl}/favicon.svg`,
    image: `${baseUrl}/og.jpg`,
    ...(legalName && { legalName }),
    ...(address && { address }),
    ...(vatNumber && { vatID: vatNumber }),
    telephone: phone,
    email,
    ...(socialLinks.length > 0 && { sameAs: socialLinks }),
  });
}

function jsonLd(type: string, facts: Record<string, unknown>): MetaDescriptor {
  return { "script:ld+json": { "@context": "https://schema.org", "@type": type, ...facts } };
}
