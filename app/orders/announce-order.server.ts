import { queueMail } from "#app/mail/outbox.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { formatPrice } from "#app/ui/price.ts";
import { mailedLine, mailedOrder, type OrderForMail } from "./order-for-mail.server.ts";
import { deliveryNumber } from "./order-view.ts";

export type AnnounceServices = Pick<Services, "jobs" | "settings">;

/**
 * Tells the administrators, once, of an order that is to be prepared: paid, or to be paid on delivery. By a message (specification
 * §4), and by a mail to the shop's contact address, unless there is none or the settings say no. `email`: the buyer's.
 */
export async function announceOrder(
  tx: Queryable,
  { jobs, settings }: AnnounceServices,
  { order, lines }: Pick<OrderForMail, "order" | "lines">,
  email: string,
): Promise<void> {
  const number = deliveryNumber(order.id);
  await addMessage(tx, {
    id: order.id,
    ...(order.isPaid
      ? {
          title: "Nouvelle commande payée",
          message: `Commande ${number} payée\u00a0: ${formatPrice(order.totalCents)}.`,
        }
      : {
          title: "Nouvelle commande à la livraison",
          message: `Commande ${number} à préparer, à régler à la livraison.${order.customerId ? "" : " Client sans compte."}`,
        }),
    email,
    name: order.customerName,
    phoneNumber: order.phoneNumber,
  });
  const { contact, mails } = settings.current().groups;
  if (contact.email === "" || mails.shopOrders === "never") return;
  await queueMail(tx, jobs, {
    to: contact.email,
    template: "shop-order",
    props: {
      announced: { ...mailedOrder(order, lines), lines: lines.map(mailedLine) },
      customerName: order.customerName,
    },
    key: `order-${order.id.toLowerCase()}-shop`,
  });
}
