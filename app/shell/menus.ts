import type { IconName } from "#app/ui/icon.tsx";

/**
 * The kinds of open items: unread messages, open payment breaks, mails with a failed attempt, server warnings (on the
 * dashboard).
 */
export type Counted = "unread" | "breaks" | "mails" | "warnings";

/** A menu entry. `counts` is the kind of open items whose number its badge shows. */
export type MenuEntry = {
  to: string;
  label: string;
  icon: IconName;
  counts?: Counted;
  /** The beginnings of paths of further pages that belong to the entry. */
  also?: readonly string[];
};

/** Whether the page at this path belongs to the menu entry. */
export function isCurrent({ to, also = [] }: MenuEntry, pathname: string): boolean {
  return [`${to}/`, ...also].some((beginning) => `${pathname}/`.startsWith(beginning));
}

// All menus of the frame.

/** The pages in the header's bar, and at the top of the phone menu. */
export const MAIN_PAGES = [
  { to: "/boutique", label: "Boutique" },
  { to: "/apropos-de-nous", label: "Qui Sommes Nous" },
  { to: "/faqs", label: "FAQ" },
  { to: "/contact", label: "Contact" },
] as const;

const ACCOUNT: MenuEntry = {
  to: "/admin/account",
  label: "Données personnelles",
  icon: "user-round",
};
const SETTINGS: MenuEntry = {
  to: "/admin/parametre-compte",
  label: "Parametres du compte",
  icon: "settings-2",
};
const MY_ORDERS: MenuEntry = {
  to: "/admin/my-orders",
  label: "Mes commandes",
  icon: "shopping-bag",
};
const NOTIFICATIONS: MenuEntry = {
  to: "/admin/notifications",
  label: "Notifications",
  icon: "bell",
  counts: "unread",
};

const CUSTOMER_PAGES: readonly MenuEntry[] = [ACCOUNT, MY_ORDERS, SETTINGS];

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
    also: ["/admin/new/product/", "/admin/edict-product/"],
  },
  NOTIFICATIONS,
  { to: "/admin/commandes", label: "Commandes", icon: "receipt-text" },
  { to: "/admin/paiements", label: "Paiements", icon: "credit-card", counts: "breaks" },
  { to: "/admin/historique", label: "Historique", icon: "clock" },
  { to: "/admin/courriels", label: "E-mails envoyés", icon: "mail", counts: "mails" },
];

/** The profile menu of the header (specification §2, « Frame and menus »). */
export function profileMenu({ isAdmin }: { isAdmin: boolean }): readonly MenuEntry[] {
  return isAdmin ? [MY_ORDERS, NOTIFICATIONS, SETTINGS] : [MY_ORDERS, SETTINGS];
}

/** The profile menu in the phone menu. */
export function phoneProfileMenu(viewer: { isAdmin: boolean }): readonly MenuEntry[] {
  return [ACCOUNT, ...profileMenu(viewer)];
}

/** The groups of the side menu in the signed-in areas. Administrators have a group « Boutique » before their own. */
export function areaMenu({
  isAdmin,
}: {
  isAdmin: boolean;
}): { label: string; entries: readonly MenuEntry[] }[] {
  const own = { label: "Mon compte", entries: CUSTOMER_PAGES };
  return isAdmin ? [{ label: "Boutique", entries: ADMIN_PAGES }, own] : [own];
}
