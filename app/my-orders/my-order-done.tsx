import { GUEST_ORDERS_SUBJECT } from "#app/mail/guest-orders-subject.ts";
import { cashState } from "#app/orders/cash-state.ts";
import type { OrderView } from "#app/orders/order-view.ts";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";

type DoneProps = {
  done: "confirmed" | "joined" | "to-confirm" | "picked-up";
  order: OrderView;
  focusOn: object;
};

/** What a button of this page has done. */
export function Done({ done, order, focusOn }: DoneProps) {
  const cash = cashState(order);
  // CashNote already says what the order waits for, and EndedNote that it was cancelled.
  if (done === "confirmed" && (cash === "to-confirm" || order.cancelledAt)) return null;
  const confirmed =
    cash === "held" ? "Adresse confirmée\u00a0: vos articles sont réservés." : "Adresse confirmée.";
  const texts = {
    confirmed,
    joined: "Cette commande est dans votre compte.",
    "picked-up": "Le jour du retrait est enregistré.",
    "to-confirm": `Ouvrez notre e-mail «\u00a0${GUEST_ORDERS_SUBJECT}\u00a0», envoyé à ${order.customerEmail ?? ""}, et confirmez votre adresse\u00a0: cette commande rejoindra votre compte.`,
  };
  return (
    <Note tone={done === "to-confirm" ? undefined : "ok"} role="status" focusOn={focusOn}>
      <p>{texts[done]}</p>
      {done === "to-confirm" && cash === "to-confirm" && order.toConfirmUntil && (
        <p>{`Vous pourrez y dire qu’elle est la vôtre, et vos articles seront réservés. Sans cela avant le ${frenchLongMoment(order.toConfirmUntil)}, elle prend fin.`}</p>
      )}
    </Note>
  );
}
