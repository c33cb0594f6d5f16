import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

// The table of contents: every URL of the shop. Spellings are the specification's (§2).
export default [
  index("home/home-page.tsx"),
  route("boutique", "catalogue/shop-page.tsx"),
  route("produit/:id", "catalogue/product-page.tsx"),
  route("recherche", "search/search-page.tsx"),
  route("recherche/suggestions", "search/suggestions.ts"),
  route("favoris/:id", "favourites/favourite-endpoint.ts"),
  route("panier", "checkout/cart-page.tsx"),
  route("panier/prix", "catalogue/current-prices.ts"),
  route("connexion", "accounts/sign-in-page.tsx"),
  route("deconnexion", "accounts/sign-out.ts"),
  route("payement/:id", "payments/payment-page.tsx"),
  route("payement/:id/paypal", "payments/paypal-endpoint.ts"),
  layout("shell/area-layout.tsx", [
    route("admin/my-orders", "orders/my-orders-page.tsx"),
    route("admin/tableau-de-bord", "dashboard/dashboard-page.tsx"),
    route("admin/commandes", "orders/admin-orders-page.tsx"),
    route("favorite", "catalogue/favourites-page.tsx"),
  ]),
  route("contact", "messages/contact-page.tsx"),
  route("faqs", "pages/faqs-page.tsx"),
  route("apropos-de-nous", "pages/about-page.tsx"),
  route("plitique-de-confidentialite", "pages/privacy-page.tsx"),
  route("condition-generale-de-vente", "pages/terms-page.tsx"),
  route("mentions-legales", "pages/legal-notice-page.tsx"),
  route("sitemap.xml", "pages/sitemap.ts"),
  route("robots.txt", "pages/robots.ts"),
  route("manifest.webmanifest", "pages/manifest.ts"),
  route("live", "live/stream-endpoint.ts"),
  route("*", "pages/not-found-page.tsx"),
] satisfies RouteConfig;
