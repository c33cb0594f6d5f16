/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the CSS of the card layout changes `display`, which removes the implicit table roles in browsers. */
import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { ordersHref, type OrderQuery } from "./order-query.ts";
import { DeliveryTag, PaymentTag } from "./order-tags.tsx";
import { frenchMoment } from "#app/ui/french-date.ts";
import { articleCount, deliveryNumber, type OrderView } from "./order-view.ts";

type OrdersTableProps = {
  orders: readonly OrderView[];
  query: OrderQuery;
  pageCount: number;
  /** The id of the form that a « Livrer » button submits. */
  deliverForm: string;
};

/** Cards instead of rows under 768 px. */
export function OrdersTable({ orders, query, pageCount, deliverForm }: OrdersTableProps) {
  return (
    <table className="data-table data-table--cards t-orders" role="table">
      <caption className="sr">
        Commandes, page {query.page} sur {pageCount}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {["Numéro", "Date", "Client", "Paiement", "État"].map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
          <th className="end" role="columnheader" scope="col">
            Total
          </th>
          <th role="columnheader" scope="col">
            <span className="sr">Action</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} query={query} deliverForm={deliverForm} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({
  order,
  query,
  deliverForm,
}: { order: OrderView } & Pick<OrdersTableProps, "query" | "deliverForm">) {
  const number = deliveryNumber(order.id);
  return (
    <tr role="row">
      <th className="c-no" role="rowheader" scope="row">
        <Link
          className="cell cell--row code"
          to={ordersHref(query, { commande: order.id })}
          state={{ isOpened: true }}
          preventScrollReset
        >
          {number}
        </Link>
      </th>
      <td className="c-date num soft nw" role="cell">
        <time dateTime={order.createdAt.toISOString()}>{frenchMoment(order.createdAt)}</time>
      </td>
      <td className="c-who two" role="cell">
        <b>{order.customerName}</b>
        <span className="num">
          {articleCount(order.lines)} · {order.shippingMethod}
        </span>
      </td>
      <td className="c-pay" role="cell">
        <PaymentTag {...order} />
      </td>
      <td className="c-state" role="cell">
        <DeliveryTag {...order} />
      </td>
      <td className="c-total end" role="cell">
        {formatPrice(order.totalCents)}
      </td>
      <td className="c-act" role="cell">
        <div className="acts">
          {order.cancelledAt ? (
            <span className="muted small nw">le {frenchMoment(order.cancelledAt)}</span>
          ) : order.isShipped ? (
            order.shippedAt && (
              <span className="muted small nw">le {frenchMoment(order.shippedAt)}</span>
            )
          ) : (
            <Button form={deliverForm} name="livrer" value={order.id} variant="plain" size="xs">
              Livrer<span className="sr"> la commande {number}</span>
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}
