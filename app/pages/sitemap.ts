import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/sitemap.ts";
import { sitemapHref, sitemapPart } from "./sitemap-address.ts";
import { countSitemapParts, listCategoryChanges, listProductAddresses } from "./sitemap.server.ts";

const PAGES = [
  "/",
  "/boutique",
  "/faqs",
  "/contact",
  "/apropos-de-nous",
  "/condition-generale-de-vente",
  "/plitique-de-confidentialite",
  "/mentions-legales",
  "/gestion-des-avis",
  "/accessibilite",
];

/**
 * GET /sitemap.xml: all indexable pages (sitemaps.org, protocol 0.9). For a large catalogue it is an index of parts,
 * /sitemap.xml?partie=1 and so on. The first part also contains the pages that are not products.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, addTags } = context.get(requestContext);
  const { config, db, settings } = services;
  addTags("product", "settings");
  const count = await countSitemapParts(db);
  const requestedPart = sitemapPart(new URL(request.url).searchParams);
  if (requestedPart === null && count > 1) {
    const parts = Array.from({ length: count }, (_one, index) => sitemapHref(index + 1));
    return document(
      "sitemapindex",
      parts.map((href) => element("sitemap", config.baseUrl + href)),
    );
  }
  const part = requestedPart ?? 1;
  if (part > count) return new Response("Document not found", { status: 404 });
  const [categories, products] = await Promise.all([
    part === 1 ? listCategoryChanges(db) : [],
    listProductAddresses(db, part),
  ]);
  const { hasAbout } = settings.current().shop;
  const pages = PAGES.filter((path) => hasAbout || path !== "/apropos-de-nous");
  const page = (path: string, changedAt?: Date) => element("url", config.baseUrl + path, changedAt);
  return document("urlset", [
    ...(part === 1 ? pages.map((path) => page(path)) : []),
    ...categories.map(({ category, changedAt }) =>
      page(`/boutique?${new URLSearchParams({ categorie: category })}`, changedAt),
    ),
    ...products.map(({ id, changedAt }) => page(`/produit/${id}`, changedAt)),
  ]);
}

function document(root: "urlset" | "sitemapindex", elements: string[]): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${elements.join("\n")}
</${root}>
`;
  return new Response(body, {
    headers: {
      "content-type": "application/xml; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}

function element(name: "url" | "sitemap", address: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
  return `<${name}><loc>${address.replaceAll("&", "&amp;")}</loc>${changed}</${name}>`;
}
