import { and, eq, gt, isNotNull, like, sql } from "drizzle-orm";
import { queueMail } from "#app/mail/outbox.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { hasAddressOrLink } from "#app/messages/typed-text-schema.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { formatPrice } from "#app/ui/price.ts";
import { mails, messages } from "#db/schema/index.ts";
import { mailedLine, mailedOrder, type OrderForMail } from "./order-for-mail.server.ts";
import { deliveryNumber } from "./order-view.ts";

const CASH_TITLE = "Nouvelle commande à la livraison";
/** Anybody can order for cash without paying. After this many mails in an hour, a single mail says that there are more orders. */
const MOST_CASH_MAILS = 20;
const MANY = "-many";

export type AnnounceServices = Pick<Services, "jobs" | "settings">;

/**
 * Tells the administrators of a new order to prepare: one that is paid, or that is paid on delivery. They get a message, and the shop's
 * contact address gets a mail if the settings allow it. Each order is announced once. After MOST_CASH_MAILS cash orders in an hour
 * the mails are limited to one an hour. `email`: the buyer's.
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
          title: CASH_TITLE,
          message: `Commande ${number} à préparer, à régler à la livraison.${order.customerId ? "" : " Client sans compte."}`,
        }),
    email,
    name: order.customerName,
    phoneNumber: order.phoneNumber,
  });
  const { groups } = settings.current();
  const { email: to } = groups.contact;
  if (to === "" || groups.mails.shopOrders === "never") return;
  const isOneOfMany = !order.isPaid && (await cashOrdersOfHour(tx)) > MOST_CASH_MAILS;
  if (isOneOfMany && (await hasToldOfMany(tx))) return;
  await queueMail(tx, jobs, {
    to,
    template: "shop-order",
    props: {
      announced: { ...mailedOrder(order, lines), lines: lines.map(mailedLine) },
      customerName: hasAddressOrLink(order.customerName) ? "" : order.customerName,
      isOneOfMany,
    },
    key: `order-${order.id.toLowerCase()}-shop${isOneOfMany ? MANY : ""}`,
  });
}

/** Whether a mail of the last hour said that there are more orders. Takes no lock: two concurrent orders may both send that mail. */
const hasToldOfMany = async (tx: Queryable): Promise<boolean> =>
  (await tx.$count(
    mails,
    and(
      eq(mails.template, "shop-order"),
      gt(mails.queuedAt, sql`now() - interval '1 hour'`),
      like(mails.key, `%${MANY}`),
    ),
  )) > 0;

/** How many cash orders were announced in the last hour, with this transaction's. */
const cashOrdersOfHour = (tx: Queryable): Promise<number> =>
  tx.$count(
    messages,
    and(
      isNotNull(messages.orderId),
      gt(messages.createdAt, sql`now() - interval '1 hour'`),
      eq(messages.title, CASH_TITLE),
    ),
  );
