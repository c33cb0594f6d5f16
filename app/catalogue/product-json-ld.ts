import type { MetaDescriptor } from "react-router";
import { jsonLd } from "#app/platform/structured-data.tsx";
import { categoryLabel, type Product, type ProductSheet } from "./product-schema.ts";

type Described = Pick<
  Product,
  "id" | "name" | "description" | "category" | "priceCents" | "rating" | "ratingCount" | "pictures"
> &
  Partial<Pick<ProductSheet, "reference" | "ean"> & Pick<Product, "priorCents">> & {
    /** Available pieces; null or undefined: not counted. */
    available?: number | null;
    /** The last day of an announced reduction, « 2026-11-20 ». */
    reducedUntil?: string | null;
  };

/** A product with its price; `name` as displayed, `baseUrl` without a trailing slash, `brand`: the shop's name. */
export function productJsonLd(product: Described, baseUrl: string, brand: string): MetaDescriptor {
  const { id, name, description, category, priceCents, rating, ratingCount, pictures } = product;
  const { reference, ean, priorCents, reducedUntil, available } = product;
  const url = `${baseUrl}/produit/${id}`;
  return jsonLd("Product", {
    name,
    url,
    sku: reference ?? id,
    // gtin8 or gtin13.
    ...(ean && { [`gtin${ean.length}`]: ean }),
    category: categoryLabel(category),
    brand: { "@type": "Brand", name: brand },
    ...(description !== "" && { description }),
    ...(pictures.length > 0 && { image: pictures.map(({ path }) => `${baseUrl}/media/${path}`) }),
    offers: {
      "@type": "Offer",
      url,
      price: (priceCents / 100).toFixed(2),
      priceCurrency: "EUR",
      availability: `https://schema.org/${available === 0 ? "OutOfStock" : "InStock"}`,
      itemCondition: "https://schema.org/NewCondition",
      ...(reducedUntil && { priceValidUntil: reducedUntil }),
      ...(priorCents && {
        priceSpecification: {
          "@type": "UnitPriceSpecification",
          priceType: "https://schema.org/StrikethroughPrice",
          price: (priorCents / 100).toFixed(2),
          priceCurrency: "EUR",
        },
      }),
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
