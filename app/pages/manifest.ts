/** The web app manifest: name and icon on a phone's home screen. Its colours are the token « paper » of ui/tokens.css. */
const MANIFEST = {
  id: "/",
  name: "Éclat",
  short_name: "Éclat",
  description: "Soins, maquillage et parfums, composés avec retenue.",
  lang: "fr",
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "minimal-ui",
  background_color: "#FBF7F2",
  theme_color: "#FBF7F2",
  icons: [{ src: "/favicon.svg", type: "image/svg+xml", sizes: "any" }],
};

/** GET /manifest.webmanifest. */
export function loader() {
  return Response.json(MANIFEST, {
    headers: {
      "content-type": "application/manifest+json",
      "cache-control": "public, max-age=3600",
    },
  });
}
