type Named = { id: string; number: string };

/** The pages of an order that mails lead to, by their names in signed links (orders/guest-link-page.tsx). */
export const ORDER_PAGES = {
  suivi: ({ id }: Named) => `/admin/my-orders/${id}`,
  payer: ({ id }: Named) => `/payement/${id}`,
  retard: ({ id }: Named) => `/admin/my-orders/${id}/retard`,
  renoncer: ({ number }: Named) => `/retractation?commande=${number}`,
};
export type OrderPage = keyof typeof ORDER_PAGES;
