import type { MetaDescriptor } from "react-router";
import { jsonLd } from "#app/platform/structured-data.tsx";
import type { Product, ProductSheet } from "./product-schema.ts";
import type { Family } from "./products.server.ts";

type Described = Pick<
  Product,
  "id" | "name" | "category" | "priceCents" | "rating" | "ratingCount" | "pictures"
> &
  Partial<Pick<ProductSheet, "reference" | "ean"> & Pick<Product, "priorCents">> & {
    /** Plain text. */
    description: string;
    /** Available pieces; null or undefined: not counted. */
    available?: number | null;
    /** The last day of an announced reduction, « 2026-11-20 ». */
    reducedUntil?: string | null;
    family?: Family | null;
  };

/** A product with its price; `name` as displayed, `baseUrl` without a trailing slash, `brand`: the shop's name. */
export function productJsonLd(product: Described, baseUrl: string, brand: string): MetaDescriptor {
  const { id, name, description, category, priceCents, rating, ratingCount, pictures } = product;
  const { reference, ean, priorCents, reducedUntil, available, family } = product;
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
    ...(family && variantOf(family, id, baseUrl)),
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

/** The group of a product's variants, each with its own page (Google Search Central, product variants on several pages). */
function variantOf({ id: groupId, name, kind, members }: Family, id: string, baseUrl: string) {
  const property = kind === "teinte" ? "color" : "size";
  return {
    [property]: members.find((member) => member.id === id)?.label,
    inProductGroupWithID: groupId,
    isVariantOf: {
      "@type": "ProductGroup",
      productGroupID: groupId,
      name,
      variesBy: [`https://schema.org/${property}`],
      hasVariant: members.map((member) => ({ url: `${baseUrl}/produit/${member.id}` })),
    },
  };
}
