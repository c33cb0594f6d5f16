import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { isToPay, type OrderView } from "./order-view.ts";

/** On the customer's unpaid order: its pieces are for sale again (docs/decisions/0070-stock.md). Nothing while they are held. */
export function HoldNote({ order }: { order: OrderView }) {
  if (!order.holdEndedAt || !isToPay(order) || order.isShipped) return null;
  return (
    <Note tone="warning" title="Vos articles ne sont plus réservés.">
      <p>Vous pouvez encore payer cette commande, tant qu’il reste des articles.</p>
      <div className="acts-row">
        <ButtonLink to={`/payement/${order.id}`} size="s" reloadDocument>
          La payer
        </ButtonLink>
        <Link className="link" to={`/admin/my-orders/${order.id}/annuler`}>
          L’annuler
        </Link>
      </div>
    </Note>
  );
}
