import { cashState } from "#app/orders/cash-state.ts";
import type { OrderView } from "#app/orders/order-view.ts";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";

/**
 * For the customer of a cash order: that its articles wait for a confirmed e-mail address, or are no longer held. Renders nothing while
 * they are held. `shortages`: which articles lack, in French; null: none.
 */
export function CashNote({ order, shortages }: { order: OrderView; shortages: string | null }) {
  const state = cashState(order);
  if (state === "released")
    return (
      <Note tone="warning" title="Vos articles ne sont plus réservés.">
        Votre commande reste enregistrée, et vous n’avez rien à faire&nbsp;: nous vous écrirons dès
        qu’elle part, ou s’il manque un article.
      </Note>
    );
  if (state !== "to-confirm") return null;
  const until = order.toConfirmUntil && frenchLongMoment(order.toConfirmUntil);
  if (order.isEmailConfirmed)
    return shortages === null ? (
      <Note title="Votre adresse est confirmée.">
        Nous réservons vos articles&nbsp;: cette page se met à jour d’elle-même.
      </Note>
    ) : (
      <Note tone="warning" title="Il n’y a plus assez d’articles pour cette commande.">
        {`${shortages} Votre adresse est confirmée\u00a0: la commande attend jusqu’au ${until} qu’il en revienne. Sinon, elle prend fin.`}
      </Note>
    );
  return (
    <Note tone="warning" title="Vos articles ne sont pas encore réservés.">
      <p>
        {`Ils le seront dès que l’adresse ${order.customerEmail ?? ""} est confirmée, par le lien de notre e-mail. Sans confirmation avant le ${until}, cette commande prend fin.`}
      </p>
    </Note>
  );
}
