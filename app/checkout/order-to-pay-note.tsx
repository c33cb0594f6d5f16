import { deliveryNumber } from "#app/orders/order-view.ts";
import { frenchDay } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { PayOrCancel } from "./pay-or-cancel.tsx";

export type ShownOrderToPay = { id: string; totalCents: number; createdAt: Date };

type Props = {
  order: ShownOrderToPay;
  /** The action's response that found the cart's articles in this order; the note then takes the focus. */
  duplicateIn?: object;
};

/** An unpaid order, with links to pay or cancel it. */
export function OrderToPayNote({ order, duplicateIn }: Props) {
  const isDuplicate = duplicateIn !== undefined;
  return (
    <Note
      tone="warning"
      {...(duplicateIn && { focusOn: duplicateIn })}
      title={
        isDuplicate
          ? "Ces articles sont déjà dans une commande à payer"
          : "Vous avez une commande à payer"
      }
    >
      <p>{`Commande ${deliveryNumber(order.id)} du ${frenchDay(order.createdAt)}, ${formatPrice(order.totalCents)}.${isDuplicate ? " Payez-la ou annulez-la\u00a0; pour en passer une seconde, commandez à nouveau." : ""}`}</p>
      <PayOrCancel orderId={order.id} />
    </Note>
  );
}
