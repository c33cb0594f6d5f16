import { requestContext } from "#app/request-context.ts";
import type { Shop } from "#app/settings/shop.ts";
import type { Route } from "./+types/manifest.ts";

/** The web app manifest: name and icon on a phone's home screen. Its colours are the token « paper » of ui/tokens.css. */
const manifestOf = ({ name, baseline, look }: Shop) => ({
  id: "/",
  name,
  short_name: name,
  description: baseline,
  lang: "fr",
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "minimal-ui",
  background_color: look?.paper ?? "#FBF7F2",
  theme_color: look?.paper ?? "#FBF7F2",
  icons: [{ src: look?.icon ?? "/favicon.svg", type: "image/svg+xml", sizes: "any" }],
});

/** GET /manifest.webmanifest. */
export function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(requestContext).services;
  return Response.json(manifestOf(settings.current().shop), {
    headers: {
      "content-type": "application/manifest+json",
      "cache-control": "public, max-age=3600",
    },
  });
}
