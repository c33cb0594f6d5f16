import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { LineThumb } from "./order-lines.tsx";
import { articleCount, deliveryNumber, type OrderView } from "./order-view.ts";

/** As the specification asks it (§4). */
const QUESTION = "Voulez vous marqué comme livré?";
const CONFIRM = "Marquer comme livré";

type ConfirmDeliveryProps = {
  /** The order in question; none closes the dialog. */
  order: OrderView | null;
  onConfirm: (answer: { intent: string; id: string }) => void;
  onCancel: () => void;
  isBusy: boolean;
  /** Without JavaScript: where to come back to, which also takes the answer. */
  backHref: string;
};

/** The second step of « Livrer »: a dialog, or without JavaScript a form at the head of the page. */
export function ConfirmDelivery({
  order,
  onConfirm,
  onCancel,
  isBusy,
  backHref,
}: ConfirmDeliveryProps) {
  return (
    <>
      <ConfirmDialog
        open={order !== null}
        title={QUESTION}
        confirmLabel={CONFIRM}
        busy={isBusy}
        onCancel={onCancel}
        onConfirm={() => {
          if (order) onConfirm(answer(order));
        }}
      >
        {order && <WhatIsDelivered order={order} />}
      </ConfirmDialog>
      {order && (
        <noscript>
          <section className="panel" aria-labelledby="confirmation">
            <div className="dialog__body">
              <h2 className="h4" id="confirmation">
                {QUESTION}
              </h2>
              <WhatIsDelivered order={order} />
            </div>
            <Form className="dialog__acts" method="post" action={backHref}>
              {Object.entries(answer(order)).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <ButtonLink to={backHref} variant="plain" size="s">
                Annuler
              </ButtonLink>
              <Button size="s">{CONFIRM}</Button>
            </Form>
          </section>
        </noscript>
      )}
    </>
  );
}

function answer(order: OrderView) {
  return { intent: "deliver", id: order.id };
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
