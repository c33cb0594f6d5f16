import { deliveryNumber } from "#app/orders/order-view.ts";
import { DataTable, dateColumn, RowLink } from "#app/ui/areas/data-table.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { Link } from "#app/ui/link.tsx";
import type { ListedReturn } from "./return-list.server.ts";
import { ReturnStateTag } from "./return-state-tag.tsx";
import { articlesText } from "./returned-pieces.ts";

type ReturnsTableProps = {
  returns: readonly ListedReturn[];
  caption: string;
  /** The path of a return's page. */
  hrefOf: (id: string) => string;
};

export function ReturnsTable({ returns, caption, hrefOf }: ReturnsTableProps) {
  return (
    <DataTable
      className="t-returns card-areas"
      caption={caption}
      rows={returns}
      keyOf={({ id }) => id}
      columns={[
        dateColumn<ListedReturn>(({ at }) => at),
        {
          head: "Client",
          className: "c-who two",
          isRowHeader: true,
          render: ({ id, orderId, customerName }) => (
            <>
              <b>
                <RowLink to={hrefOf(id)}>{customerName}</RowLink>
              </b>
              <span>
                <Link className="code" to={`/admin/commandes?commande=${orderId}`}>
                  {deliveryNumber(orderId)}
                </Link>
              </span>
            </>
          ),
        },
        {
          head: "Articles",
          className: "c-what two",
          render: (one) => (
            <>
              <div>{articlesText(one)}</div>
              <span>
                {one.isForLateDelivery
                  ? "Annulation pour retard"
                  : one.withdrawalId
                    ? "Rétractation"
                    : "Décidé par la boutique"}
              </span>
            </>
          ),
        },
        {
          head: "Reçu",
          className: "c-received",
          hasCardHead: true,
          render: ({ receivedAt }) => (receivedAt ? frenchDay(receivedAt) : "Pas encore"),
        },
        { head: "Suite", className: "c-state", render: (one) => <ReturnStateTag {...one} /> },
      ]}
    />
  );
}
