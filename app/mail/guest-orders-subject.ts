/** The subject of the mail that `offerGuestOrders` sends; the page that asks for it names it. */
export const GUEST_ORDERS_SUBJECT = "Retrouvez vos commandes dans votre compte";
