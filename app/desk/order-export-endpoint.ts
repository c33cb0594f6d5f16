import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/csv/csv.server.ts";
import { buyerOf } from "#app/invoices/invoice-content.ts";
import { ordersAddress } from "#app/orders/order-query.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { SAMPLES_TEXT } from "#app/orders/samples.ts";
import { requestContext } from "#app/request-context.ts";
import { phoneCell } from "#app/ui/phone-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/order-export-endpoint.ts";
import { exportOrders, type ExportedOrder } from "./order-export.server.ts";

/** « 34 », « 17,67 » */
const euros = (cents: number) => String(cents / 100).replace(".", ",");

/** The cells of a CSV row by column name. */
const CELLS: Record<string, (order: ExportedOrder) => string | null> = {
  numéro: ({ id }) => deliveryNumber(id),
  "passée le": ({ placedAt }) => placedAt,
  client: ({ customerName }) => customerName,
  "e-mail": ({ customerEmail }) => customerEmail,
  téléphone: ({ phoneNumber }) => phoneCell(phoneNumber),
  adresse: ({ shippingAddress }) => shippingAddress,
  articles: ({ lines }) =>
    lines
      .map(
        ({ name, quantity, unitPriceCents }) =>
          `${quantity} × ${name} (${formatPrice(unitPriceCents)})`,
      )
      .join("\n"),
  échantillons: ({ samples }) => samples && SAMPLES_TEXT[samples],
  "total en euros": ({ totalCents }) => euros(totalCents),
  réduction: ({ reductionName }) => reductionName,
  "réduction en euros": ({ reductionCents }) => euros(reductionCents),
  "frais de livraison en euros": ({ deliveryCents }) => euros(deliveryCents),
  paiement: ({ paymentMethod }) => paymentMethod,
  payée: ({ isPaid }) => (isPaid ? "oui" : "non"),
  "payée le": ({ paidAt }) => paidAt,
  livraison: ({ shippingMethod }) => shippingMethod,
  "prévue du": ({ shippingFrom }) => shippingFrom,
  "prévue au": ({ shippingUntil }) => shippingUntil,
  livrée: ({ isDelivered }) => (isDelivered ? "oui" : "non"),
  "livrée le": ({ deliveredAt }) => deliveredAt,
  "annulée le": ({ cancelledAt }) => cancelledAt,
  "remboursé en euros": ({ refundedCents }) => euros(refundedCents),
  compte: ({ isGuest }) => (isGuest ? "sans compte" : null),
  "facturée à": (order) => buyerOf(order).name,
  "adresse de facturation": (order) => buyerOf(order).address,
  société: ({ billingCompany }) => billingCompany,
  SIREN: ({ billingSiren }) => billingSiren,
  "numéro de TVA": ({ billingVatNumber }) => billingVatNumber,
  "à vérifier": ({ openMismatch }) =>
    openMismatch && { dispute: "litige", other: "écart" }[openMismatch],
};

/** GET /admin/commandes.csv: the orders that match the list's filters, as a streamed CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const query = ordersAddress.parse(new URL(request.url).searchParams);
  return csvResponse("commandes.csv", CELLS, exportOrders(db, query));
}
