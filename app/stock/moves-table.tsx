import { deliveryNumber } from "#app/orders/order-view.ts";
import { DataTable, dateColumn } from "#app/ui/areas/data-table.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";
import { TextLink } from "#app/ui/link.tsx";
import type { Move } from "./product-stock.server.ts";
import { moveText, signed } from "./stock-words.ts";

/** The movements of a product's shelf. */
export function MovesTable({ moves }: { moves: readonly Move[] }) {
  return (
    <DataTable
      className="t-moves card-areas"
      rows={moves}
      keyOf={({ number }) => String(number)}
      columns={[
        {
          head: "Mouvement",
          className: "c-move two",
          isRowHeader: true,
          render: (move) => (
            <>
              <b>{moveText(move)}</b>
              {move.note && <span>{move.note}</span>}
            </>
          ),
        },
        {
          head: "Changement",
          className: "c-change num",
          isEnd: true,
          render: ({ change }) => signed(change),
        },
        {
          head: "En rayon",
          className: "c-result num",
          isEnd: true,
          hasCardHead: true,
          render: ({ onHand }) => frenchNumber(onHand),
        },
        { head: "Par", className: "c-who", render: (move) => <Cause move={move} /> },
        dateColumn<Move>(({ createdAt }) => createdAt),
      ]}
    />
  );
}

/** The order, or the administrator. */
function Cause({ move: { orderId, actorName } }: { move: Move }) {
  if (orderId)
    return (
      <TextLink to={`/admin/commandes?commande=${orderId}`}>
        Commande <span className="code">{deliveryNumber(orderId)}</span>
      </TextLink>
    );
  return actorName ?? "–";
}
