import { deliveryNumber } from "#app/orders/order-view.ts";
import { DataTable } from "#app/ui/areas/data-table.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Link } from "#app/ui/link.tsx";
import type { ProductStock } from "./product-stock.server.ts";

/** The open orders that hold or lack pieces of the product; nothing without one. */
export function OpenOrders({ product: { orders, orderCount } }: { product: ProductStock }) {
  if (orders.length === 0) return null;
  const isCut = orderCount > orders.length;
  return (
    <Panel
      id="commandes"
      title="Commandes à envoyer"
      aside={
        <span className="muted">
          {isCut
            ? `${orders.length} sur ${frenchNumber(orderCount)}`
            : plural(orderCount, "commande")}
        </span>
      }
    >
      <DataTable
        className="t-stock-orders"
        hasNoCards
        rows={orders}
        keyOf={({ id }) => id}
        columns={[
          {
            head: "Commande",
            isRowHeader: true,
            className: "code",
            render: ({ id }) => (
              <Link className="cell" to={`/admin/commandes?commande=${id}`}>
                {deliveryNumber(id)}
              </Link>
            ),
          },
          { head: "Réservés", isEnd: true, className: "num", render: ({ held }) => held },
          {
            head: "Manquants",
            isEnd: true,
            className: "num",
            render: ({ missing }) =>
              missing > 0 ? <Tag tone="error" icon="circle-alert" label={missing} /> : "–",
          },
        ]}
      />
    </Panel>
  );
}
