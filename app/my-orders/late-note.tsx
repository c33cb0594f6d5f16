import type { OrderView } from "#app/orders/order-view.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";

/** On the customer's late order: what they may do (consumer code, L216-6). Nothing if the order is not late, or they have cancelled it. */
export function LateNote({ order }: { order: OrderView }) {
  const { isLate, lateUntil, isFurtherOver, shippingUntil } = order;
  if (!isLate || order.withdrawals.some(({ isForLateDelivery }) => isForLateDelivery)) return null;
  const href = `/admin/my-orders/${order.id}/retard`;
  return (
    <Note tone="warning" title="Livraison en retard">
      {!lateUntil ? (
        <>
          <p>{`Votre commande devait arriver au plus tard le ${frenchLongDay(shippingUntil)}.`}</p>
          <p>
            <TextLink to={href}>Mettre en demeure de livrer</TextLink>
          </p>
        </>
      ) : isFurtherOver ? (
        <>
          <p>{`Elle devait être livrée au plus tard le ${frenchLongDay(lateUntil)}.`}</p>
          <p>
            <TextLink to={href}>Annuler la commande</TextLink>
          </p>
        </>
      ) : (
        <p>{`Vous nous avez demandé de la livrer au plus tard le ${frenchLongDay(lateUntil)}. Passé cette date, vous pourrez l’annuler et être remboursé.`}</p>
      )}
    </Note>
  );
}
