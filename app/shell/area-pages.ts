import { ACCOUNT, MY_ORDERS, NOTIFICATIONS, SETTINGS, type MenuEntry } from "./menus.ts";

/** Whether a page belongs to a menu entry. */
export function isCurrent({ to, also = [] }: MenuEntry, pathname: string): boolean {
  return [`${to}/`, ...also].some((beginning) => `${pathname}/`.startsWith(beginning));
}

const CUSTOMER_PAGES: readonly MenuEntry[] = [
  ACCOUNT,
  MY_ORDERS,
  { to: "/favorite", label: "Mes favoris", icon: "heart" },
  { to: "/admin/mes-adresses", label: "Mes adresses", icon: "map-pin" },
  SETTINGS,
];

const ADMIN_PAGES: readonly MenuEntry[] = [
  {
    to: "/admin/tableau-de-bord",
    label: "Tableau de bord",
    icon: "chart-no-axes-column",
    counts: "warnings",
  },
  {
    to: "/admin/produits",
    label: "Produits",
    icon: "package",
    also: [
      "/admin/new/product/",
      "/admin/edict-product/",
      "/admin/verifications/",
      "/admin/familles/",
    ],
  },
  { to: "/admin/stock", label: "Stock", icon: "package-check" },
  NOTIFICATIONS,
  { to: "/admin/avis", label: "Avis signalés", icon: "message-square", counts: "reports" },
  { to: "/admin/commandes", label: "Commandes", icon: "receipt-text", counts: "late" },
  { to: "/admin/preparation", label: "Préparation", icon: "truck" },
  { to: "/admin/retractations", label: "Rétractations", icon: "rotate-ccw" },
  { to: "/admin/retours", label: "Retours", icon: "undo-2" },
  { to: "/admin/rappels", label: "Rappels", icon: "triangle-alert" },
  { to: "/admin/effets-indesirables", label: "Effets indésirables", icon: "info" },
  { to: "/admin/paiements", label: "Paiements", icon: "credit-card", counts: "mismatches" },
  { to: "/admin/fiscal", label: "Journal fiscal", icon: "table-2" },
  { to: "/admin/historique", label: "Historique", icon: "clock" },
  { to: "/admin/courriels", label: "E-mails envoyés", icon: "mail", counts: "mails" },
  { to: "/admin/ouverture", label: "Ouverture", icon: "shield-check" },
  { to: "/admin/reglages", label: "Réglages", icon: "settings" },
];

/** The side menu of the account area, the administrators' group first. */
export function areaMenu({
  isAdmin,
}: {
  isAdmin: boolean;
}): { label: string; entries: readonly MenuEntry[] }[] {
  const own = { label: "Mon compte", entries: CUSTOMER_PAGES };
  return isAdmin ? [{ label: "Boutique", entries: ADMIN_PAGES }, own] : [own];
}
