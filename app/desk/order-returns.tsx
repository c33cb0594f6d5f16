import type { OrderView } from "#app/orders/order-view.ts";
import { ReturnStateTag } from "#app/returns/return-state-tag.tsx";
import { articlesText } from "#app/returns/returned-pieces.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";

/** The returns of an order for administrators, with the link to a new one once goods have left. Nothing before. */
export function OrderReturns({ order }: { order: OrderView }) {
  if (!order.hasLeft && order.returns.length === 0) return null;
  return (
    <section className="block">
      <h3 className="label">Retours</h3>
      {order.returns.map((one) => (
        <div className="acts-row" key={one.id}>
          <TextLink to={`/admin/retours/${one.id}`}>{articlesText(one)}</TextLink>
          <ReturnStateTag {...one} />
        </div>
      ))}
      {order.hasLeft && (
        <ButtonLink
          icon="undo-2"
          to={`/admin/commandes/${order.id}/retour`}
          variant="plain"
          size="xs"
        >
          Nouveau retour
        </ButtonLink>
      )}
    </section>
  );
}
