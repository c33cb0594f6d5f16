import type { OrderView } from "#app/orders/order-view.ts";
import type { ReturnView } from "#app/orders/return-view.ts";
import { articlesText, piecesText } from "#app/returns/returned-pieces.ts";
import { useShop } from "#app/root-shop.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { frenchDay, frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";

/** The returns of an order with their articles and progress, for the customer. Renders nothing without a return. */
export function ReturnsPanel({ returns }: Pick<OrderView, "returns">) {
  if (returns.length === 0) return null;
  return (
    <Panel id="retours" title={returns.length > 1 ? "Retours" : "Retour"}>
      {returns.map((one) => (
        <div className="panel__body" key={one.id}>
          <ol className="trail">
            {stepsOf(one).map(({ name, isDone, text }) => (
              <li key={name} className={isDone ? "done" : undefined}>
                <div>
                  <b>{name}</b>
                  {text && <p className="soft legal__kept">{text}</p>}
                </div>
              </li>
            ))}
          </ol>
          {one.state === "expected" && <SendBack {...one} />}
        </div>
      ))}
    </Panel>
  );
}

/** Where to send the articles, and who pays for it. */
function SendBack({ withdrawalId, isForLateDelivery }: ReturnView) {
  const shop = useShop();
  const address = shop && [shop.legalName, shop.address].filter(Boolean).join(", ");
  return (
    <p>{`Renvoyez-les${withdrawalId && !isForLateDelivery ? " dans les 14 jours après votre rétractation" : ""}${address ? ` à\u00a0: ${address}` : ""}. Joignez-y votre numéro de livraison. ${
      isForLateDelivery
        ? "Vous avez annulé, faute de livraison\u00a0: les frais de renvoi sont à notre charge."
        : withdrawalId
          ? "Les frais directs de renvoi sont à votre charge."
          : "Si vous changez d’avis, les frais directs de renvoi sont à votre charge\u00a0; si un article est abîmé ou n’est pas celui que vous avez commandé, ils sont à la nôtre."
    }`}</p>
  );
}

type Step = { name: string; isDone: boolean; text: string };

/** Expected, received and refunded, or closed. Steps to come are not done. */
function stepsOf(one: ReturnView): Step[] {
  const { state, at, receivedAt, closedAt, closeReason, lines, dueOn, refunded } = one;
  const steps: Step[] = [
    {
      name: "Retour attendu",
      isDone: true,
      text: `Depuis le ${frenchDay(at)}\u00a0: ${piecesText(lines, ({ expected }) => expected)}`,
    },
  ];
  if (receivedAt) {
    const missing = lines.reduce((sum, { expected, came }) => sum + expected - came, 0);
    const lack = ` Il manque ${missing} pièce${missing > 1 ? "s" : ""}.`;
    steps.push({
      name: "Retour reçu",
      isDone: true,
      text: `Le ${frenchLongMoment(receivedAt)}\u00a0: ${articlesText(one)}.${missing > 0 ? lack : ""}`,
    });
  } else if (!closedAt) steps.push({ name: "Retour reçu", isDone: false, text: "Pas encore" });
  if (closedAt)
    steps.push({
      name: "Retour clos",
      isDone: true,
      text: `Le ${frenchDay(closedAt)}\u00a0: ${closeReason}`,
    });
  else if (state === "refunded")
    steps.push({
      name: "Remboursé",
      isDone: true,
      text: refunded
        ? `Le ${frenchDay(refunded.at)}\u00a0: ${formatPrice(refunded.cents)}`
        : "Les détails sont dans le suivi.",
    });
  else if (state === "refunding")
    steps.push({ name: "Remboursé", isDone: false, text: "Le remboursement est en cours." });
  else if (state === "to-refund")
    steps.push({
      name: "Remboursé",
      isDone: false,
      text: `Au plus tard le ${frenchLongDay(dueOn!)}.`,
    });
  return steps;
}
