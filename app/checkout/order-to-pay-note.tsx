import { deliveryNumber } from "#app/orders/order-view.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";

export type ShownOrderToPay = { id: string; totalCents: number; createdAt: Date };

type Props = {
  order: ShownOrderToPay;
  /** The answer that says so, when what is in the cart was ordered with it: the note takes the focus. */
  sameIn?: object;
};

/** An order that waits for its payment: to be paid or cancelled. */
export function OrderToPayNote({ order, sameIn }: Props) {
  const isSame = sameIn !== undefined;
  return (
    <Note
      tone="warning"
      {...(sameIn && { focusOn: sameIn })}
      title={
        isSame
          ? "Ces articles sont déjà dans une commande à payer"
          : "Vous avez une commande à payer"
      }
    >
      <p>
        Commande {deliveryNumber(order.id)} du {frenchDay(order.createdAt)},{" "}
        {formatPrice(order.totalCents)}.
        {isSame &&
          " Payez-la ou annulez-la\u00a0; pour en passer une seconde, commandez à nouveau."}
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
