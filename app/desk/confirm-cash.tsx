import { useFetcher } from "react-router";
import { cashState } from "#app/orders/cash-state.ts";
import type { OrderView } from "#app/orders/order-view.ts";
import { Button } from "#app/ui/button.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";

/** The result of the list's action. */
export type OrderAnswer = { isDone: boolean; message: string };

/** For administrators: what a cash order's pieces wait for, and « Confirmer la commande ». Nothing on any other order. */
export function ConfirmCash({ order }: { order: OrderView }) {
  const fetcher = useFetcher<OrderAnswer>();
  useAnswer(fetcher.data, ({ isDone, message }) => toast[isDone ? "success" : "info"](message));
  const state = cashState(order);
  if (state === null) return null;
  const at = (date: Date | null) => date && frenchLongMoment(date);
  const { title, text } = {
    "to-confirm": {
      title: order.isEmailConfirmed ? "Articles à réserver" : "Adresse e-mail à confirmer",
      text: `Rien n’est réservé. Sans confirmation du client avant le ${at(order.toConfirmUntil)}, la commande prend fin.`,
    },
    held: {
      title: "Commande à confirmer",
      text: `Ses articles sont réservés jusqu’au ${at(order.heldUntil)}. Confirmée ou remise au transporteur, elle les garde.`,
    },
    released: {
      title: "Articles plus réservés",
      text: "Ils sont de nouveau en vente. Confirmez la commande pour les réserver, ou annulez-la.",
    },
  }[state];
  return (
    <Note tone={state === "held" ? undefined : "warning"} title={title}>
      <p>{text}</p>
      <fetcher.Form className="acts-row" method="post" action="/admin/commandes">
        <input type="hidden" name="id" value={order.id} />
        <Button
          variant={state === "held" ? "secondary" : "primary"}
          size="s"
          name="intent"
          value="confirm"
          disabled={fetcher.state !== "idle"}
        >
          Confirmer la commande
        </Button>
      </fetcher.Form>
    </Note>
  );
}
