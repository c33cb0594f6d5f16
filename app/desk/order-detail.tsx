import type { ReactNode } from "react";
import { BillingAddress, ShippingAddress } from "#app/addresses/shipping-address.tsx";
import { displayName } from "#app/catalogue/product-name.ts";
import { InvoiceLinks } from "#app/invoices/invoice-links.tsx";
import { OrderLines } from "#app/orders/order-lines.tsx";
import {
  articleCountText,
  MISMATCH_NAMES,
  refundText,
  type WholeOrderView,
} from "#app/orders/order-view.ts";
import { missingTexts, parcelText } from "#app/orders/parcel-view.ts";
import { PICK_UP_SOURCES } from "#app/orders/pick-up.ts";
import { SAMPLES_TEXT } from "#app/orders/samples.ts";
import { TrackingLink } from "#app/parcels/tracking-link.tsx";
import { relayLine } from "#app/relays/relay-text.ts";
import { UncheckedRelayNote } from "#app/relays/unchecked-relay-note.tsx";
import { articlesText, piecesText } from "#app/returns/returned-pieces.ts";
import { frenchMoment } from "#app/ui/french-date.ts";
import { frenchLongDay, frenchPeriod } from "#app/ui/french-day.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { mailtoHref } from "#app/ui/mailto-href.ts";
import { Note } from "#app/ui/note.tsx";
import { dialledPhone, shownPhone } from "#app/ui/phone-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import { OrderReturns } from "./order-returns.tsx";
import { hasSlip } from "./packing-slip.tsx";

/** An order's details for administrators. */
export function OrderDetail({ order }: { order: WholeOrderView }) {
  const period = frenchPeriod(order.shippingFrom, order.shippingUntil);
  return (
    <>
      <section className="block">
        <h3 className="label">{articleCountText(order.lines)}</h3>
        <OrderLines order={order} />
      </section>
      <MissingPieces order={order} />
      {hasSlip(order) && !order.isDelivered && <UncheckedRelayNote point={order.relayPoint} />}
      <div className="pairs">
        <section className="block">
          <h3 className="label">Livraison</h3>
          <p className="strong">{order.deliveryName}</p>
          <ShippingAddress text={order.shippingAddress} />
          {order.relayPoint && <p className="soft num">{relayLine(order.relayPoint)}</p>}
          <p className="soft num">{period}</p>
          {order.billingAddress && (
            <>
              <h3 className="label">Facturation</h3>
              <BillingAddress order={order} />
            </>
          )}
        </section>
        <section className="block">
          <h3 className="label">Client</h3>
          {order.customerEmail && (
            <p>
              <a href={mailtoHref(order.customerEmail)}>{order.customerEmail}</a>
            </p>
          )}
          <p className="num">
            <a href={`tel:${dialledPhone(order.phoneNumber)}`}>{shownPhone(order.phoneNumber)}</a>
          </p>
          <p className="soft">{order.paymentMethod}</p>
          {(order.guestEmail !== null || order.disownedAt) && (
            <p className="soft">
              <span>{order.disownedAt ? "Sans adresse e-mail" : "Sans compte"}</span>
              {"\u00a0: "}
              <Link to={`/admin/commandes/${order.id}/sans-compte`}>
                {order.disownedAt ? "données" : "lien et données"}
              </Link>
            </p>
          )}
        </section>
      </div>
      {order.samples && (
        <section className="block">
          <h3 className="label">Échantillons</h3>
          <p>{SAMPLES_TEXT[order.samples]}</p>
        </section>
      )}
      <OrderReturns order={order} />
      {order.invoiceNumbers.length > 0 && (
        <section className="block">
          <h3 className="label">Factures</h3>
          <div className="documents">
            <InvoiceLinks numbers={order.invoiceNumbers} withFacturX />
          </div>
        </section>
      )}
      {order.hasArchivedContract && (
        <section className="block">
          <h3 className="label">Contrat archivé</h3>
          <a className="crumb" href={`/admin/commandes/${order.id}/contrat`}>
            <Icon name="download" />
            Télécharger, à la demande du client
          </a>
          <p className="hint">Chaque consultation figure dans l’historique.</p>
        </section>
      )}
      <section className="block">
        <h3 className="label">Historique</h3>
        <ol className="trail">
          {eventsOf(order).map(({ key, ...step }) => (
            <Step key={key} {...step} />
          ))}
          {!order.cancelledAt && !order.isDelivered && (
            <li className="soft">{`Non livré, prévu ${period}`}</li>
          )}
        </ol>
      </section>
    </>
  );
}

function MissingPieces({ order }: { order: WholeOrderView }) {
  const missing = missingTexts(order.lines, displayName);
  if (missing.length === 0) return null;
  return (
    <Note tone="warning" title="Pièces manquantes">
      {`${missing.join(", ")}\u00a0: à réapprovisionner, ou à rembourser.`}
    </Note>
  );
}

/** The order's events, oldest first; imported ones without a date come last. */
function eventsOf(order: WholeOrderView): (StepProps & { key: string })[] {
  const events: (StepProps & { key: string })[] = [
    { key: "placed", at: order.createdAt, children: "Commande passée" },
  ];
  if (order.confirmedAt)
    events.push({
      key: "confirmed",
      at: order.confirmedAt,
      by: `Par ${order.confirmedBy}`,
      children: "Commande confirmée",
    });
  if (order.isPaid)
    events.push({
      key: "paid",
      at: order.paidAt,
      by: order.payerEmail && <a href={mailtoHref(order.payerEmail)}>{order.payerEmail}</a>,
      children: `Paiement reçu, ${formatPrice(order.totalCents)}`,
    });
  for (const { id, at, name, articles, isForLateDelivery, ending } of order.withdrawals) {
    const kind = isForLateDelivery ? "Annulation pour retard" : "Rétractation";
    events.push({
      key: id,
      at,
      by: `${name}\u00a0: ${articles.replaceAll("\n", ", ") || "toute la commande"}`,
      children: <Link to="/admin/retractations?etat=toutes">{kind}</Link>,
    });
    if (ending)
      events.push({
        key: `${id} closed`,
        at: ending.at,
        by: ending.reason,
        children: `${kind} close`,
      });
  }
  for (const one of order.returns) {
    const expected = piecesText(one.lines, (line) => line.expected);
    events.push({ key: one.id, at: one.at, by: expected, children: "Retour attendu" });
    if (one.receivedAt)
      events.push({
        key: `${one.id} received`,
        at: one.receivedAt,
        by: articlesText(one),
        children: "Retour reçu",
      });
    if (one.closedAt)
      events.push({
        key: `${one.id} closed`,
        at: one.closedAt,
        by: one.closeReason,
        children: "Retour clos",
      });
  }
  for (const refund of order.refunds)
    events.push({ key: refund.id, at: refund.at, by: refund.reason, children: refundText(refund) });
  for (const { id, kind, detail, createdAt, resolvedAt, resolvedBy } of order.mismatches) {
    events.push({
      key: id,
      at: createdAt,
      by: capitalised(detail),
      children: MISMATCH_NAMES[kind],
    });
    if (resolvedAt)
      events.push({
        key: `${id} resolved`,
        at: resolvedAt,
        by: resolvedBy && `Marqué par ${resolvedBy}`,
        children: `${kind === "reversed" ? "Litige" : "Écart"} traité`,
      });
  }
  for (const [index, parcel] of order.parcels.entries())
    events.push({
      key: parcel.id,
      at: parcel.handedOverAt,
      by: (
        <>
          {parcelText(parcel)} <TrackingLink parcel={parcel} />
        </>
      ),
      children:
        order.parcels.length > 1
          ? `Colis ${index + 1} remis au transporteur`
          : "Remise au transporteur",
    });
  if (order.lateNoticedAt && order.lateUntil)
    events.push({
      key: "late",
      at: order.lateNoticedAt,
      by: `À livrer au plus tard le ${frenchLongDay(order.lateUntil)}, sinon le client peut annuler`,
      children: "Mise en demeure de livrer",
    });
  if (order.cancelledAt)
    events.push({
      key: "cancelled",
      at: order.cancelledAt,
      by: order.cancelReason && capitalised(order.cancelReason),
      children: "Annulée",
    });
  if (order.isDelivered)
    events.push({
      key: "delivered",
      at: order.deliveredAt,
      by: deliveryDetail(order),
      children: "Livré",
    });
  const moment = ({ at }: StepProps) => at?.getTime() ?? Infinity;
  return events.toSorted((one, other) => moment(one) - moment(other));
}

/** « Marqué par Nora Lefèvre. Retiré le 4 décembre 2026, selon le client »; null if neither is known. */
function deliveryDetail({ deliveredBy, pickedUpOn, pickedUpSource }: WholeOrderView) {
  const parts = [
    deliveredBy && `Marqué par ${deliveredBy}`,
    pickedUpOn &&
      pickedUpSource &&
      `Retiré le ${frenchLongDay(pickedUpOn)}, ${PICK_UP_SOURCES[pickedUpSource]}`,
  ];
  return parts.filter(Boolean).join(". ") || null;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type StepProps = {
  at: Date | null;
  /** The person, reason or detail, shown below the event. */
  by?: ReactNode;
  children: ReactNode;
};

function Step({ at, by, children }: StepProps) {
  return (
    <li className="done">
      <div>
        {children}
        {by && <p className="muted small">{by}</p>}
      </div>
      {at && <time dateTime={at.toISOString()}>{frenchMoment(at)}</time>}
    </li>
  );
}
