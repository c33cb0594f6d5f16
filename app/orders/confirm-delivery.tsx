import type { ComponentProps } from "react";
import { ConfirmStep } from "#app/ui/confirm-step.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { LineThumb } from "./order-lines.tsx";
import { articleCount, deliveryNumber, type OrderView } from "./order-view.ts";

type ConfirmDeliveryProps = {
  /** The order in question; none closes the dialog. */
  order: OrderView | null;
} & Pick<ComponentProps<typeof ConfirmStep>, "onConfirm" | "onCancel" | "isBusy" | "backHref">;

/** The second step of « Livrer », in the specification's words (§5). */
export function ConfirmDelivery({ order, ...step }: ConfirmDeliveryProps) {
  return (
    <ConfirmStep
      question="Voulez vous marqué comme livré?"
      confirmLabel="Marquer comme livré"
      answer={order && { intent: "deliver", id: order.id }}
      {...step}
    >
      {order && <WhatIsDelivered order={order} />}
    </ConfirmStep>
  );
}

function WhatIsDelivered({ order }: { order: OrderView }) {
  return (
    <>
      <div className="what">
        <LineThumb line={order.lines[0]} />
        <div>
          <b>{order.customerName}</b>
          <span className="num">
            {deliveryNumber(order.id)} · {articleCount(order.lines)} ·{" "}
            {formatPrice(order.totalCents)}
          </span>
        </div>
      </div>
      <p>On ne peut pas revenir en arrière.</p>
    </>
  );
}
