import { CreateAccount } from "#app/accounts/guest-panel.tsx";
import { InvoiceLinks } from "#app/invoices/invoice-links.tsx";
import { Letterhead } from "#app/invoices/letterhead.tsx";
import { cashState } from "#app/orders/cash-state.ts";
import { deliveryNumber, type OrderView } from "#app/orders/order-view.ts";
import { SAMPLES_TEXT } from "#app/orders/samples.ts";
import { RELAY } from "#app/platform/methods-schema.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { Icon } from "#app/ui/icon.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { OrderSummary } from "./order-summary.tsx";

type ConfirmationProps = {
  order: OrderView;
  viewerName: string;
  /** The address to which the confirmation and the invoice are mailed. */
  mailedTo: string;
  /** The mail has not been sent: the rate limit of the mailbox delays it. */
  isMailLate: boolean;
};

/** The confirmation after the payment, or right after ordering for cash on delivery. */
export function Confirmation({ order, viewerName, mailedTo, isMailLate }: ConfirmationProps) {
  const period = frenchPeriod(order.shippingFrom, order.shippingUntil);
  const isRelay = order.shippingMethod === RELAY;
  const toConfirm = cashState(order) === "to-confirm" ? order.toConfirmUntil : null;
  const steps = [
    ...(toConfirm
      ? [
          [
            "À faire",
            `Confirmez votre adresse e-mail par le lien ${isMailLate ? "qui vous parviendra" : "envoyé"} à ${mailedTo}, avant le ${frenchLongMoment(toConfirm)}\u00a0: vos articles sont alors réservés. Sans confirmation, la commande prend fin.`,
          ],
          ["Ensuite", "Nous préparons votre colis"],
        ]
      : [
          [
            "Par e-mail",
            order.isPaid
              ? `La confirmation et la facture sont envoyées à ${mailedTo}`
              : `La confirmation ${isMailLate ? "vous parviendra" : "est envoyée"} à ${mailedTo}, la facture suivra à la livraison`,
          ],
          ["Aujourd’hui", "Nous préparons votre colis"],
        ]),
    [
      period.charAt(0).toUpperCase() + period.slice(1),
      isRelay ? "Livraison estimée" : "Il arrive chez vous",
    ],
    ...(order.isPaid
      ? []
      : [["À la remise du colis", `Vous réglez ${formatPrice(order.totalCents)} en espèces`]]),
    [`Pendant ${order.returnDays} jours`, "Vous pouvez changer d’avis"],
    ["Numéro de livraison", deliveryNumber(order.id)],
    ["Livraison", `${order.deliveryName}\u00a0: ${order.shippingAddress}`],
    ["Paiement", order.paymentMethod],
    ...(order.samples ? [["Échantillons", SAMPLES_TEXT[order.samples]]] : []),
  ];
  return (
    <div className="wrap page-end">
      <div className="print-only">
        <Letterhead />
      </div>
      <div className="pagehead thanks">
        <p className="paid" role="status">
          <Icon name="circle-check" />
          <span>
            {order.isPaid
              ? `Paiement reçu, ${formatPrice(order.totalCents)}`
              : "Commande enregistrée"}
          </span>
        </p>
        <h1 className="h2">{`Merci, ${viewerName.split(" ")[0]}`}</h1>
      </div>
      <div className="cart">
        <div className="cart__main next">
          <h2 className="h4">Et maintenant</h2>
          <dl className="kv">
            {steps.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <InvoiceLinks numbers={order.invoiceNumbers} />
          <div className="next__acts">
            {order.guestEmail === null ? (
              <ButtonLink to="/admin/my-orders">Mes commandes</ButtonLink>
            ) : (
              <ButtonLink to={`/admin/my-orders/${order.id}`}>Suivre ma commande</ButtonLink>
            )}
            <ButtonLink to="/boutique" variant="secondary">
              Revenir à la boutique
            </ButtonLink>
          </div>
        </div>
        <OrderSummary order={order} />
      </div>
      {order.guestEmail !== null && <CreateAccount orderId={order.id} />}
    </div>
  );
}
