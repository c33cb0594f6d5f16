import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

// The table of contents: every URL of the shop. Spellings are the specification's (§2).
export default [
  index("home/home-page.tsx"),
  route("boutique", "catalogue/shop-page.tsx"),
  route("produit/:id", "catalogue/product-page.tsx"),
  route("panier", "checkout/cart-page.tsx"),
  route("panier/prix", "catalogue/current-prices.ts"),
  route("connexion", "accounts/sign-in-page.tsx"),
  route("deconnexion", "accounts/sign-out.ts"),
  route("payement/:id", "payments/payment-page.tsx"),
  route("payement/:id/paypal", "payments/paypal-endpoint.ts"),
  layout("shell/area-layout.tsx", [
    route("admin/my-orders", "orders/my-orders-page.tsx"),
    route("admin/commandes", "orders/admin-orders-page.tsx"),
  ]),
  route("live", "live/stream-endpoint.ts"),
  route("*", "pages/not-found-page.tsx"),
] satisfies RouteConfig;
