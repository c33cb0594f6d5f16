import { Note } from "#app/ui/note.tsx";
import { PayOrCancel } from "./pay-or-cancel.tsx";

/** `text`: « Commande 9K2M7Q4T8V6W3X1Z du 20 novembre 2026, 40,00 €. » */
export type ShownOrderToPay = { id: string; text: string };

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
      <p>{`${order.text}${isDuplicate ? " Payez-la ou annulez-la\u00a0; pour en passer une seconde, commandez à nouveau." : ""}`}</p>
      <PayOrCancel orderId={order.id} />
    </Note>
  );
}
