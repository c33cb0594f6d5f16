import type { MetaDescriptor } from "react-router";

// Schema.org data for search engines, as descriptors of a route's `meta` export. React Router writes them as a data
// block, which the content security policy allows because it is not executed, and escapes « </script> ».

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
