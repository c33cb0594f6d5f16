import type { IconName } from "#app/ui/icon.tsx";

/**
 * The kinds of open items: unread messages, open payment mismatches, mails with a failed attempt, server warnings (on the
 * dashboard), open reports of reviews, orders with a
 * notice of late delivery.
 */
export type Counted = "unread" | "mismatches" | "mails" | "warnings" | "reports" | "late";

/** A menu entry. `counts` is the kind of open items whose number its badge shows. */
export type MenuEntry = {
  to: string;
  label: string;
  icon: IconName;
  counts?: Counted;
  /** The beginnings of paths of further pages that belong to the entry. */
  also?: readonly string[];
};

// The menus of every page; that of the signed-in areas is in area-pages.ts.

/** The pages in the header's bar, and at the top of the phone menu. */
export const MAIN_PAGES = [
  { to: "/boutique", label: "Boutique" },
  { to: "/apropos-de-nous", label: "Qui Sommes Nous" },
  { to: "/faqs", label: "FAQ" },
  { to: "/contact", label: "Contact" },
] as const;

/** The pages without « Qui Sommes Nous » if the shop has no text for it. */
export const linkedPages = <Page extends { to: string }>(
  pages: readonly Page[],
  hasAbout: boolean | undefined,
) => pages.filter(({ to }) => hasAbout || to !== "/apropos-de-nous");

export const ACCOUNT: MenuEntry = {
  to: "/admin/account",
  label: "Données personnelles",
  icon: "user-round",
};
export const SETTINGS: MenuEntry = {
  to: "/admin/parametre-compte",
  label: "Parametres du compte",
  icon: "settings-2",
};
export const MY_ORDERS: MenuEntry = {
  to: "/admin/my-orders",
  label: "Mes commandes",
  icon: "shopping-bag",
};
export const NOTIFICATIONS: MenuEntry = {
  to: "/admin/notifications",
  label: "Notifications",
  icon: "bell",
  counts: "unread",
};

/** The profile menu of the header (specification §2, « Frame and menus »). */
export function profileMenu({ isAdmin }: { isAdmin: boolean }): readonly MenuEntry[] {
  return isAdmin ? [MY_ORDERS, NOTIFICATIONS, SETTINGS] : [MY_ORDERS, SETTINGS];
}

export function phoneProfileMenu(viewer: { isAdmin: boolean }): readonly MenuEntry[] {
  return [ACCOUNT, ...profileMenu(viewer)];
}
