import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/robots.ts";

/** The beginnings of the paths of personal pages, which crawlers must not visit. */
const PRIVATE = [
  "/admin",
  "/panier",
  "/payement",
  "/commande",
  "/connexion",
  "/favorite",
  "/signaler-avis",
];

/** GET /robots.txt. */
export function loader({ context }: Route.LoaderArgs) {
  const { baseUrl } = context.get(requestContext).services.config;
  const rules = [
    "User-agent: *",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${baseUrl}/sitemap.xml`,
  ];
  return new Response(`${rules.join("\n")}\n`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
