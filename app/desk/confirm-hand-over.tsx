import { deliveryNumber, type PackedOrder } from "#app/orders/order-view.ts";
import { ConfirmStep, type StepProps } from "#app/ui/areas/confirm-step.tsx";
import { SendingWarnings } from "./sending-warnings.tsx";

type ConfirmHandOverProps = {
  /** The orders with warnings. */
  orders: readonly PackedOrder[];
  /** The form to post again. Null: the dialog is closed. */
  answer: Record<string, string> | null;
} & StepProps;

/** Asks before orders with a dispute, a withdrawal or missing pieces are handed over. */
export function ConfirmHandOver({ orders, ...step }: ConfirmHandOverProps) {
  return (
    <ConfirmStep
      question="Remettre quand même au transporteur&nbsp;?"
      confirmLabel="Remettre quand même"
      cancelLabel="Pas maintenant"
      {...step}
    >
      {orders.map((order) => (
        <div key={order.id} className="stack">
          <p>
            <b>{order.customerName}</b>, <span className="code">{deliveryNumber(order.id)}</span>
          </p>
          <SendingWarnings order={order} />
        </div>
      ))}
    </ConfirmStep>
  );
}
