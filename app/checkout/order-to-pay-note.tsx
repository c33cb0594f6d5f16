import { deliveryNumber } from "#app/orders/order-view.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";

export type ShownOrderToPay = { id: string; totalCents: number; createdAt: Date };

/** An order that waits for its payment: to be paid or cancelled. `isSame`: what is in the cart was ordered with it. */
export function OrderToPayNote({
  order,
  isSame = false,
}: {
  order: ShownOrderToPay;
  isSame?: boolean;
}) {
  return (
    <Note
      tone="warning"
      role={isSame ? "alert" : undefined}
      title={
        isSame
          ? "Ces articles sont déjà dans une commande à payer"
          : "Vous avez une commande à payer"
      }
    >
      <p>
        Commande {deliveryNumber(order.id)} du {frenchDay(order.createdAt)},{" "}
        {formatPrice(order.totalCents)}.
        {isSame && " Payez-la ou annulez-la ; pour en passer une seconde, commandez à nouveau."}
      </p>
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
