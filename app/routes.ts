import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@react-router/dev/routes";

/*
 * Every URL of the shop, spelled as in the specification (§2), by family. A family is pages that people open one after the other: what
 * several of them share is one file of scripts (scripts/script-file.ts).
 */

/** Short ids: the scripts of every page list all routes. */
const withShortIds = (letter: string, entries: RouteConfigEntry[]) =>
  entries.map((entry, place) => ({ ...entry, id: letter + place.toString(36) }));

const shop = [
  index("home/home-page.tsx"),
  route("boutique", "catalogue/shop-page.tsx"),
  route("produit/:id", "catalogue/product-page.tsx"),
  route("contact", "messages/contact-page.tsx"),
  ...withShortIds("s", [
    route("recherche", "search/search-page.tsx"),
    route("effet-indesirable", "safety/effect-page.tsx"),
    route("signaler-avis/:id", "moderation/report-page.tsx"),
  ]),
  route("*", "pages/not-found-page.tsx"),
];

const checkout = withShortIds("k", [route("panier", "checkout/cart-page.tsx")]);

/** Pages of a placed order. */
const order = withShortIds("o", [
  route("commande", "my-orders/guest-link-page.tsx"),
  route("payement/:id", "payments/payment-page.tsx"),
  route("retractation", "returns/withdrawal-page.tsx"),
  route("rappels", "safety/public-recalls-page.tsx"),
  route("rappels/:id", "safety/public-recall-page.tsx"),
]);

/** Pages of accounts, and those that links of mails lead to. */
const account = withShortIds("d", [
  route("connexion", "accounts/sign-in-page.tsx"),
  route("mot-de-passe-oublie", "accounts/forgotten-password-page.tsx"),
  route("nouveau-mot-de-passe", "privacy/new-password-page.tsx"),
  route("confirmer-adresse", "accounts/confirm-address-page.tsx"),
  route("ce-n-est-pas-moi", "accounts/restore-address-page.tsx"),
  route("premiere-administratrice", "opening/first-administrator-page.tsx"),
  route("courriel-recu", "opening/mail-received-page.tsx"),
  route("compte-supprime", "privacy/account-deleted-page.tsx"),
  route("me-prevenir", "stock/waiting-link-page.tsx"),
  route("sans-rappel", "my-orders/reminder-refusal-page.tsx"),
  route("produit/:id/prevenir", "stock/waiter-page.tsx"),
]);

const information = [
  route("faqs", "pages/faqs-page.tsx"),
  ...withShortIds("i", [route("apropos-de-nous", "pages/about-page.tsx")]),
];

const legal = withShortIds("l", [
  route("gestion-des-avis", "pages/review-policy-page.tsx"),
  route("plitique-de-confidentialite", "pages/privacy-page.tsx"),
  route("condition-generale-de-vente", "pages/terms-page.tsx"),
  route("condition-generale-de-vente/:hash", "pages/terms-version-page.tsx"),
  route("mentions-legales", "pages/legal-notice-page.tsx"),
  route("accessibilite", "pages/accessibility-page.tsx"),
]);

const customer = withShortIds("c", [
  route("admin/account", "accounts/account-page.tsx"),
  route("admin/parametre-compte", "accounts/settings-page.tsx"),
  route("admin/parametre-compte/supprimer", "privacy/delete-account-page.tsx"),
  route("admin/mes-adresses", "addresses/address-book-page.tsx"),
  route("admin/my-orders", "my-orders/my-orders-page.tsx"),
  route("admin/my-orders/:id", "my-orders/my-order-page.tsx"),
  route("admin/my-orders/:id/annuler", "payments/cancel-own-order-page.tsx"),
  route("admin/my-orders/:id/retard", "payments/late-order-page.tsx"),
  route("favorite", "catalogue/favourites-page.tsx"),
]);

const administration = withShortIds("a", [
  route("admin/tableau-de-bord", "dashboard/dashboard-page.tsx"),
  route("admin/produits", "catalogue/manage/products-page.tsx"),
  route("admin/produits/importer", "catalogue/import/import-page.tsx"),
  route("admin/produits/prix", "catalogue/prices/price-plans-page.tsx"),
  route("admin/produits/prix/nouveau", "catalogue/prices/new-price-plan-page.tsx"),
  route("admin/new/product", "catalogue/manage/new-product-page.tsx"),
  route("admin/verifications", "catalogue/watch/watch-page.tsx"),
  route("admin/edict-product/:id", "catalogue/manage/edit-product-page.tsx"),
  route("admin/stock", "stock/stock-page.tsx"),
  route("admin/stock/import", "stock/stock-import-page.tsx"),
  route("admin/stock/:id", "stock/product-stock-page.tsx"),
  route("admin/notifications", "messages/notifications-page.tsx"),
  route("admin/avis", "moderation/reports-page.tsx"),
  route("admin/commandes", "desk/admin-orders-page.tsx"),
  route("admin/commandes/remise", "desk/hand-over-page.tsx"),
  route("admin/commandes/:id/colis", "parcels/order-parcels-page.tsx"),
  route("admin/preparation", "desk/preparation-page.tsx"),
  route("admin/preparation/numeros", "parcels/numbers-page.tsx"),
  route("admin/commandes/:id/remboursement", "payments/refund-page.tsx"),
  route("admin/commandes/:id/lots", "safety/lots-page.tsx"),
  route("admin/commandes/:id/retour", "returns/new-return-page.tsx"),
  route("admin/commandes/:id/sans-compte", "privacy/guest-page.tsx"),
  route("admin/retours", "returns/returns-page.tsx"),
  route("admin/retours/:id", "returns/return-page.tsx"),
  route("admin/rappels", "safety/recalls-page.tsx"),
  route("admin/rappels/nouveau", "safety/new-recall-page.tsx"),
  route("admin/rappels/:id", "safety/recall-page.tsx"),
  route("admin/effets-indesirables", "safety/effects-page.tsx"),
  route("admin/retractations", "returns/withdrawals-page.tsx"),
  route("admin/paiements", "payments/payments-page.tsx"),
  route("admin/paiements/rapprochement", "payouts/payouts-page.tsx"),
  route("admin/fiscal", "fiscal/fiscal-page.tsx"),
  route("admin/historique", "audit-log/audit-log-page.tsx"),
  route("admin/courriels", "mail-log/mail-log-page.tsx"),
  route("admin/mot-de-passe", "accounts/recent-password-page.tsx"),
  route("admin/ouverture", "opening/opening-page.tsx"),
  route("admin/reglages", "all-settings/all-settings-page.tsx"),
  route("admin/reglages/identite", "settings/identity-page.tsx"),
  route("admin/reglages/apparence", "settings/appearance-page.tsx"),
  route("admin/reglages/accueil", "home/home-settings-page.tsx"),
  route("admin/reglages/pages", "pages/pages-settings-page.tsx"),
  route("admin/reglages/contact", "settings/contact-settings-page.tsx"),
  route("admin/reglages/mentions-legales", "settings/legal-settings-page.tsx"),
  route("admin/reglages/vente", "checkout/sales-settings-page.tsx"),
  route("admin/reglages/livraison", "checkout/delivery-settings-page.tsx"),
  route("admin/reglages/reductions", "reductions/reductions-settings-page.tsx"),
  route("admin/reglages/comptes", "fiscal/ledger-accounts-page.tsx"),
  route("admin/reglages/courriels", "settings/mails-page.tsx"),
  route("admin/familles", "catalogue/families/families-page.tsx"),
  route("admin/familles/:id", "catalogue/families/family-page.tsx"),
]);

/** To print, without the menu of the area. */
const printed = [
  route("admin/commandes/bons", "desk/packing-slips-page.tsx", { id: "slips" }),
  route("admin/commandes/:id/bon-de-livraison", "desk/packing-slip-page.tsx", { id: "slip" }),
  ...withShortIds("p", [route("admin/fiscal/attestation", "fiscal/attestation-page.tsx")]),
];

/** Without scripts: data, files, and the preview of the home page in a frame. */
const endpoints = withShortIds("e", [
  route("admin/reglages/accueil/apercu", "home/home-preview-page.tsx"),
  route("recherche/suggestions", "search/suggestions.ts"),
  route("favoris/:id", "favourites/favourite-endpoint.ts"),
  route("panier/prix", "catalogue/current-prices.ts"),
  route("villes/:code", "addresses/towns-endpoint.ts"),
  route("panier/sommes", "checkout/cart-sums-endpoint.ts"),
  route("panier/relais", "relays/relays-endpoint.ts"),
  route("deconnexion", "accounts/sign-out.ts"),
  route("payement/:id/paypal", "payments/paypal-endpoint.ts"),
  route("factures/:number/:format?", "invoices/invoice-endpoint.ts"),
  route("admin/reglages/pages/apercu", "pages/text-preview.ts"),
  route("admin/commandes/:id/contrat", "desk/archived-contract-endpoint.ts"),
  route("admin/commandes/:id/colis.pdf", "parcels/label-endpoint.ts"),
  route("admin/parametre-compte/mes-donnees", "privacy/personal-data-file.ts"),
  route("admin/courriels/:key", "mail-log/filed-mail.ts"),
  route("admin/paiements/rapprochement.csv", "payouts/payouts-endpoint.ts"),
  route("admin/fiscal/jours.csv", "fiscal/days-endpoint.ts"),
  route("admin/fiscal/journal.csv", "fiscal/journal-endpoint.ts"),
  route("admin/fiscal/fec.txt", "fiscal/fec-endpoint.ts"),
  route("admin/fiscal/ventes.csv", "fiscal/sales-endpoint.ts"),
  route("admin/produits.csv", "catalogue/export-endpoint.ts"),
  route("admin/stock.csv", "stock/stock-csv-endpoint.ts"),
  route("admin/commandes.csv", "desk/order-export-endpoint.ts"),
  route("admin/produits/importer/modele.csv", "catalogue/import/template-endpoint.ts"),
  route(
    "admin/produits/importer/:id/lignes-fautives.csv",
    "catalogue/import/faulty-lines-endpoint.ts",
  ),
  route("perturbateurs-endocriniens.json", "catalogue/facts/endocrine-disruptors-endpoint.ts"),
  route("sitemap.xml", "pages/sitemap.ts"),
  route("robots.txt", "pages/robots.ts"),
  route("manifest.webmanifest", "pages/manifest.ts"),
]);

export const families = {
  shop,
  checkout,
  order,
  account,
  information,
  legal,
  customer,
  administration: [...administration, ...printed],
};

export default [
  ...shop,
  ...checkout,
  ...order,
  ...account,
  ...information,
  ...legal,
  layout("shell/area-layout.tsx", { id: "area" }, [...customer, ...administration]),
  ...printed,
  ...endpoints,
] satisfies RouteConfig;
