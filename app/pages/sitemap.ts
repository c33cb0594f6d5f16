import type { Route } from "./+types/sitemap.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { listProductAddresses, type ProductAddress } from "./sitemap.server.ts";

const PAGES = [
  "/",
  "/boutique",
  "/faqs",
  "/contact",
  "/apropos-de-nous",
  "/condition-generale-de-vente",
  "/plitique-de-confidentialite",
  "/mentions-legales",
];

/** GET /sitemap.xml: every page a search engine may show. */
export async function loader({ context }: Route.LoaderArgs) {
  const { config, db } = context.get(requestContext).services;
  const products = await listProductAddresses(db);
  const entries = [
    ...PAGES.map((path) => entry(config.baseUrl + path)),
    ...lastChanges(products).map(([category, changedAt]) =>
      entry(
        `${config.baseUrl}/boutique?${new URLSearchParams({ categorie: category })}`,
        changedAt,
      ),
    ),
    ...products.map(({ id, changedAt }) => entry(`${config.baseUrl}/produit/${id}`, changedAt)),
  ];
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
  return new Response(body, {
    headers: {
      "content-type": "application/xml; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}

/** The categories that sell something, each with the last change among its products. */
function lastChanges(products: readonly ProductAddress[]): [string, Date][] {
  const changes = new Map<string, Date>();
  for (const { category, changedAt } of products) {
    const last = changes.get(category);
    if (!last || last < changedAt) changes.set(category, changedAt);
  }
  return [...changes];
}

function entry(address: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
  return `<url><loc>${address.replaceAll("&", "&amp;")}</loc>${changed}</url>`;
}
