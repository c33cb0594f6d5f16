import { Panel } from "#app/ui/areas/panel.tsx";
import { frenchDay, frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import type { OrderView, WithdrawalView } from "./order-view.ts";

/** What was stated, and where it stands, for the customer. Nothing without a statement. */
export function WithdrawalsPanel({ withdrawals }: Pick<OrderView, "withdrawals">) {
  if (withdrawals.length === 0) return null;
  return (
    <Panel id="retractations" title={withdrawals.length > 1 ? "Rétractations" : "Rétractation"}>
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

const ENDED = new Set<WithdrawalView["state"]>(["refunded", "nothing-due", "closed"]);

function stateText({ state, refundDueOn, ending }: WithdrawalView): string {
  switch (state) {
    case "to-refund":
      return `Remboursement au plus tard le ${frenchLongDay(refundDueOn)}. Nous pouvons attendre d’avoir reçu les produits, ou la preuve de leur envoi.`;
    case "refunding":
      return "Le remboursement est en cours.";
    case "closed":
      return ending ? `Close le ${frenchDay(ending.at)}\u00a0: ${ending.reason}` : "";
    case "refunded":
      return "Remboursée.";
    case "to-cancel":
      return "La commande n’est pas payée\u00a0: ne la payez pas, nous l’annulons.";
    case "nothing-due":
      return "Rien n’est à rembourser.";
    case "late":
      return "Reçue après la fin du délai\u00a0: nous vous répondons par e-mail.";
    case "unmatched":
      return "";
  }
}
