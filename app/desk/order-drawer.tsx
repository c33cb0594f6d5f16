import type { ComponentProps } from "react";
import { cashState } from "#app/orders/cash-state.ts";
import { isToDeliver } from "#app/orders/open-withdrawals.ts";
import { ordersAddress, type OrderQuery } from "#app/orders/order-query.ts";
import {
  CashTag,
  DeliveryTag,
  LateTag,
  MissingTag,
  ParcelTag,
  PaymentTag,
  WithdrawalTag,
} from "#app/orders/order-tags.tsx";
import {
  deliveryNumber,
  isFullyRefunded,
  isToPay,
  type WholeOrderView,
  type OrderView,
} from "#app/orders/order-view.ts";
import { PaymentWarning } from "#app/payments/payment-warning.tsx";
import { WithdrawalNote } from "#app/returns/withdrawal-note.tsx";
import { RecallNotes } from "#app/safety/recall-notes.tsx";
import { CopyButton } from "#app/ui/areas/copy-button.tsx";
import { listHref, withReturn } from "#app/ui/areas/list-address.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { ConfirmCash } from "./confirm-cash.tsx";
import { OrderDetail } from "./order-detail.tsx";
import { hasSlip } from "./packing-slip.tsx";

type OrderDrawerProps = {
  order: WholeOrderView | null;
  /** The query of the list behind the drawer. */
  query: OrderQuery;
  onClose: () => void;
  /** Whether labels can be made. */
  hasRelays: boolean;
  /** The id of the form that « Marquer comme livré » submits. */
  deliverForm: string;
};

/** An order in a drawer beside the list; without scripts at the top of the page. */
export function OrderDrawer({ order, query, onClose, hasRelays, deliverForm }: OrderDrawerProps) {
  const fields = ordersAddress.fields(query);
  const list = new URLSearchParams(fields).toString();
  // An unconfirmed cash order shows « Confirmer la commande » (`ConfirmCash`) in place of the delivery button.
  const cash = order && cashState(order);
  const isToConfirm = cash === "to-confirm" || cash === "released";
  const page = (name: string) => withReturn(`/admin/commandes/${order?.id}/${name}`, fields);
  const foot = order && (
    <>
      <PageLink icon="printer" to={page("bon-de-livraison")}>
        Bon de livraison
      </PageLink>
      <PageLink icon="package" to={page("lots")}>
        Lots
      </PageLink>
      {/* Labels are made there before a parcel leaves, and its pick-up is recorded. */}
      {(order.parcels.length > 0 ||
        order.relayPoint ||
        order.keptUntil ||
        (hasRelays && !order.cancelledAt)) && (
        <PageLink icon="truck" to={page("colis")}>
          Colis
        </PageLink>
      )}
      {hasSlip(order) && !order.isDelivered && !isToPay(order) && (
        <PageLink
          icon="package-check"
          to={listHref("/admin/commandes/remise", [
            ["commandes", order.id],
            ["retour", list],
          ])}
        >
          Remettre au transporteur
        </PageLink>
      )}
      {(!order.cancelledAt || (order.isPaid && order.refundedCents < order.totalCents)) && (
        <PageLink icon="rotate-ccw" to={page("remboursement")}>
          <span>{order.isDelivered ? "Rembourser" : "Annuler ou rembourser"}</span>
        </PageLink>
      )}
      {order.cancelledAt ? (
        <span className="soft">{`Annulée le ${frenchLongMoment(order.cancelledAt)}`}</span>
      ) : order.isDelivered ? (
        <span className="soft">{`Livrée${order.deliveredAt ? ` le ${frenchLongMoment(order.deliveredAt)}` : ""}`}</span>
      ) : isToDeliver(order) ? (
        <Button
          icon="truck"
          form={deliverForm}
          name="livrer"
          value={order.id}
          size="s"
          variant={isToConfirm ? "secondary" : "primary"}
        >
          Marquer comme livré
        </Button>
      ) : (
        <span className="soft">
          {isFullyRefunded(order) ? "Rien à livrer" : "Rétractation à traiter d’abord"}
        </span>
      )}
    </>
  );
  return (
    <>
      <Dialog
        variant="drawer"
        open={order !== null}
        onClose={onClose}
        title={order?.customerName}
        closeLabel="Fermer le détail"
        head={order && <Head order={order} />}
        tools={
          order && (
            <CopyButton
              text={deliveryNumber(order.id)}
              label="Copier le numéro"
              done="Numéro copié"
              isIcon
            />
          )
        }
        foot={foot}
      >
        {order && (
          <>
            <PaymentWarning {...order} />
            <ConfirmCash order={order} />
            <WithdrawalNote order={order} />
            <RecallNotes recalls={order.recalls} />
            <OrderDetail order={order} />
          </>
        )}
      </Dialog>
      {order && (
        <noscript>
          <section className="panel" aria-labelledby="commande">
            <div className="panel__body stack">
              <div>
                <h2 className="h4" id="commande">
                  {order.customerName}
                </h2>
                <Head order={order} />
              </div>
              <PaymentWarning {...order} />
              <ConfirmCash order={order} />
              <WithdrawalNote order={order} />
              <RecallNotes recalls={order.recalls} />
              <OrderDetail order={order} />
              <div className="acts">{foot}</div>
            </div>
          </section>
        </noscript>
      )}
    </>
  );
}

function Head({ order }: { order: OrderView }) {
  return (
    <>
      <p className="code">{deliveryNumber(order.id)}</p>
      <div className="drawer__tags">
        <PaymentTag {...order} />
        <WithdrawalTag order={order} />
        <LateTag {...order} />
        <DeliveryTag {...order} />
        <ParcelTag order={order} />
        <MissingTag {...order} />
        <CashTag order={order} />
      </div>
    </>
  );
}

/** A link to a page of the order. */
function PageLink(link: Pick<ComponentProps<typeof ButtonLink>, "icon" | "to" | "children">) {
  return <ButtonLink {...link} variant="plain" size="s" />;
}
