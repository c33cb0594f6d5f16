import type { OrderView } from "#app/orders/order-view.ts";
import type { WithdrawalView } from "#app/orders/withdrawal-view.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { frenchDay, frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";

/** The customer's statements about an order (withdrawals, cancellation of a late order) with their state. Renders nothing without one. */
export function WithdrawalsPanel({ withdrawals }: Pick<OrderView, "withdrawals">) {
  if (withdrawals.length === 0) return null;
  return (
    <Panel id="retractations" title={titleOf(withdrawals)}>
      <ul className="panel__body trail">
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className={ENDED.has(withdrawal.state) ? "done" : undefined}>
            <div>
              Enregistrée le {frenchLongMoment(withdrawal.at)}
              <p className="soft legal__kept">{withdrawal.articles || "Toute la commande"}</p>
              <p className="strong legal__kept">{stateText(withdrawal)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function titleOf(withdrawals: readonly WithdrawalView[]): string {
  const isLate = withdrawals.some(({ isForLateDelivery }) => isForLateDelivery);
  if (withdrawals.length > 1) return isLate ? "Annulation et rétractation" : "Rétractations";
  return isLate ? "Annulation" : "Rétractation";
}

const ENDED = new Set<WithdrawalView["state"]>(["refunded", "nothing-due", "closed"]);

/** The state of a statement, and what the customer is to do next, in French. */
export function stateText({
  state,
  refundDueOn,
  ending,
  isForLateDelivery,
}: WithdrawalView): string {
  switch (state) {
    case "to-refund":
      if (isForLateDelivery)
        return `Ce que vous avez payé vous est remboursé au plus tard le ${frenchLongDay(refundDueOn)}. Si le colis arrive, refusez-le, ou renvoyez-le\u00a0: les frais de renvoi sont à notre charge.`;
      return `Remboursement au plus tard le ${frenchLongDay(refundDueOn)}. Nous pouvons attendre d’avoir reçu les produits, ou la preuve de leur envoi.`;
    case "refunding":
      return "Le remboursement est en cours.";
    case "closed":
      return ending ? `Close le ${frenchDay(ending.at)}\u00a0: ${ending.reason}` : "";
    case "refunded":
      return "Remboursée.";
    case "to-cancel":
      if (isForLateDelivery)
        return "Vous n’avez rien payé, et vous ne devez rien\u00a0: si le colis arrive, refusez-le.";
      return "La commande n’est pas payée\u00a0: ne la payez pas, nous l’annulons.";
    case "nothing-due":
      return "Rien n’est à rembourser.";
    case "late":
      return "Reçue après la fin du délai\u00a0: nous vous répondons par e-mail.";
    case "unmatched":
      return "";
  }
}
