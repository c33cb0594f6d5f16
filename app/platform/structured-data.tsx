import type { MetaDescriptor } from "react-router";
import type { Product, ProductSheet } from "#app/catalogue/product-schema.ts";

// Schema.org data for search engines, as descriptors of a route's `meta` export. React Router writes them as a data
// block, which the content security policy allows because it is not executed, and escapes « </script> ».

type Described = Pick<
  Product,
  "id" | "name" | "description" | "category" | "priceCents" | "rating" | "ratingCount" | "pictures"
> &
  Partial<Pick<ProductSheet, "reference" | "ean">>;

/** A product with its price; `name` as displayed, `baseUrl` without a trailing slash, `brand`: the shop's name. */
export function productJsonLd(product: Described, baseUrl: string, brand: string): MetaDescriptor {
  const { id, name, description, category, priceCents, rating, ratingCount, pictures } = product;
  const { reference, ean } = product;
  const url = `${baseUrl}/produit/${id}`;
  return jsonLd("Product", {
    name,
    url,
    sku: reference ?? id,
    // gtin8 or gtin13.
    ...(ean && { [`gtin${ean.length}`]: ean }),
    category,
    brand: { "@type": "Brand", name: brand },
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
    // Search engines reject a rating without reviews.
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

/** The Schema.org BreadcrumbList of a page. The last item is the page itself and has no `to`. */
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

/** The descriptor of a Schema.org object of this type, with these properties. */
export function jsonLd(type: string, facts: Record<string, unknown>): MetaDescriptor {
  return { "script:ld+json": { "@context": "https://schema.org", "@type": type, ...facts } };
}
