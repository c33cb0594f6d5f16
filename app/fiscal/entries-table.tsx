import { deliveryNumber } from "#app/orders/order-view.ts";
import { DataTable, dateColumn } from "#app/ui/areas/data-table.tsx";
import { Link } from "#app/ui/link.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { FiscalEntry } from "./fiscal-journal.server.ts";
import { KIND_NAMES, ORIGIN_NAMES, rateName } from "./fiscal-names.ts";

/** The entries of the journal of payments. */
export function EntriesTable({ entries }: { entries: FiscalEntry[] }) {
  return (
    <DataTable
      className="t-fiscal"
      caption="Écritures, la plus récente d’abord"
      rows={entries}
      keyOf={({ sequence }) => String(sequence)}
      columns={[
        {
          head: "N°",
          isRowHeader: true,
          className: "num",
          hasCardHead: true,
          render: ({ sequence }) => sequence,
        },
        dateColumn<FiscalEntry>(({ happenedAt }) => happenedAt),
        {
          head: "Nature",
          className: "c-head two",
          render: ({ kind, origin }) => (
            <>
              <b>{KIND_NAMES[kind]}</b>
              <span>{ORIGIN_NAMES[origin]}</span>
            </>
          ),
        },
        {
          head: "Commande et pièce",
          className: "c-head two",
          render: ({ orderId, document }) => (
            <>
              <b>
                <Link className="cell code" to={`/admin/commandes?commande=${orderId}`}>
                  {deliveryNumber(orderId)}
                </Link>
              </b>
              <span className="num">{document ?? "Sans facture"}</span>
            </>
          ),
        },
        {
          head: "TVA",
          isEnd: true,
          hasCardHead: true,
          render: ({ vatPercent, vatCents }) =>
            vatCents === null
              ? rateName(vatPercent)
              : `${formatPrice(vatCents)} (${rateName(vatPercent)})`,
        },
        {
          head: "Montant TTC",
          isEnd: true,
          hasCardHead: true,
          render: ({ amountCents }) => formatPrice(amountCents),
        },
        {
          head: "Empreinte",
          hasCardHead: true,
          render: ({ hash }) => (
            <span className="code small" title={hash}>{`${hash.slice(0, 12)}…`}</span>
          ),
        },
      ]}
    />
  );
}
