import { Note } from "#app/ui/note.tsx";
import { cashState } from "./cash-state.ts";
import type { OrderView } from "./order-view.ts";

type DoneProps = {
  done: "confirmed" | "joined" | "to-confirm";
  order: OrderView;
  focusOn: object;
};

/** What a button of this page has done. */
export function Done({ done, order, focusOn }: DoneProps) {
  const cash = cashState(order);
  // CashNote says what the order waits for.
  if (done === "confirmed" && cash === "to-confirm") return null;
  const confirmed =
    cash === "held" ? "Adresse confirmée\u00a0: vos articles sont réservés." : "Adresse confirmée.";
  const texts = {
    confirmed,
    joined: "Cette commande est dans votre compte.",
    "to-confirm": `Pour ajouter cette commande, confirmez l’adresse de votre compte\u00a0: ouvrez le lien de notre e-mail à ${order.customerEmail ?? ""}.`,
  };
  return (
    <Note tone={done === "to-confirm" ? undefined : "ok"} role="status" focusOn={focusOn}>
      {texts[done]}
    </Note>
  );
}
