import { isToDeliver, openWithdrawals } from "#app/orders/open-withdrawals.ts";
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
import { articleCountText, deliveryNumber, type OrderView } from "#app/orders/order-view.ts";
import { dateColumn, DataTable, RowLink } from "#app/ui/areas/data-table.tsx";
import { withReturn } from "#app/ui/areas/list-address.ts";
import { Tick } from "#app/ui/areas/selection-bar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { frenchMoment } from "#app/ui/french-date.ts";
import { formatPrice } from "#app/ui/price.ts";

type OrdersTableProps = {
  orders: readonly OrderView[];
  query: OrderQuery;
  caption: string;
  /** The id of the form that a « Livrer » button submits. */
  deliverForm: string;
  /** The id of the form that the ticked orders belong to. */
  selectionForm: string;
};

export function OrdersTable(props: OrdersTableProps) {
  const { orders, query, caption, deliverForm, selectionForm } = props;
  return (
    <DataTable
      className="t-orders card-areas"
      caption={caption}
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Choisir",
          className: "c-tick",
          isHeadHidden: true,
          // A delivered order has nothing left to hand over or print, so no checkbox.
          render: ({ id, customerName, isDelivered }) =>
            !isDelivered && (
              <Tick
                name="commandes"
                value={id}
                form={selectionForm}
                label={`Choisir la commande ${deliveryNumber(id)} de ${customerName}`}
              />
            ),
        },
        {
          head: "Numéro",
          className: "c-no",
          isRowHeader: true,
          render: ({ id }) => (
            <RowLink
              className="code"
              to={ordersAddress.href(query, { commande: id })}
              state={{ isOpened: true }}
              preventScrollReset
            >
              {deliveryNumber(id)}
            </RowLink>
          ),
        },
        dateColumn<OrderView>(({ createdAt }) => createdAt),
        {
          head: "Client",
          className: "c-who two",
          render: ({ customerName, guestEmail, lines, deliveryName }) => (
            <>
              <b>{customerName}</b>
              <span className="num">{`${articleCountText(lines)} · ${deliveryName}${guestEmail !== null ? " · Sans compte" : ""}`}</span>
            </>
          ),
        },
        { head: "Paiement", className: "c-pay", render: (order) => <PaymentTag {...order} /> },
        {
          head: "État",
          className: "c-state",
          render: (order) => (
            <span className="tags">
              {openWithdrawals(order).length > 0 ? (
                <WithdrawalTag order={order} />
              ) : order.isLate && order.lateUntil ? (
                <LateTag {...order} />
              ) : (
                <DeliveryTag {...order} />
              )}
              <ParcelTag order={order} />
              <MissingTag {...order} />
              <CashTag order={order} />
            </span>
          ),
        },
        {
          head: "Total",
          className: "c-total",
          isEnd: true,
          render: ({ totalCents }) => formatPrice(totalCents),
        },
        {
          head: "Action",
          className: "c-act",
          isHeadHidden: true,
          render: (order) => <Delivery order={order} query={query} form={deliverForm} />,
        },
      ]}
    />
  );
}

type DeliveryProps = { order: OrderView; query: OrderQuery; form: string };

/**
 * The date of the cancellation or delivery; for an open order the button that opens the confirmation of its delivery, or the page
 * that cancels or refunds an order of which nothing is to be sent.
 */
function Delivery({ order, query, form }: DeliveryProps) {
  const endedAt = order.cancelledAt ?? order.deliveredAt;
  const isOpen = !order.cancelledAt && !order.isDelivered;
  return (
    <div className="acts">
      {isOpen && !isToDeliver(order) && (
        <ButtonLink
          to={withReturn(`/admin/commandes/${order.id}/remboursement`, ordersAddress.fields(query))}
          variant="plain"
          size="xs"
        >
          Traiter<span className="sr">{` la commande ${deliveryNumber(order.id)}`}</span>
        </ButtonLink>
      )}
      {isToDeliver(order) && (
        <Button form={form} name="livrer" value={order.id} variant="plain" size="xs">
          Livrer<span className="sr">{` la commande ${deliveryNumber(order.id)}`}</span>
        </Button>
      )}
      {!isOpen && endedAt && (
        <span className="muted small nw">{`le ${frenchMoment(endedAt)}`}</span>
      )}
    </div>
  );
}
