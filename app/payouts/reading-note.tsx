import { plural } from "#app/ui/areas/plural.ts";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { ReadingState } from "./reconciliation.server.ts";

/** How far the movements are read, or why they are not. */
export function ReadingNote({
  reading,
  counts,
  isBusy,
}: {
  reading: ReadingState | null;
  counts: { matched: number; unread: number };
  isBusy: boolean;
}) {
  if (!reading)
    return (
      <Note>
        {
          "Le bouton lit les mouvements du compte depuis le premier paiement, trois ans au plus. Ensuite, la boutique les lit chaque matin, et les écritures comptables (FEC) reçoivent les commissions et les virements."
        }
      </Note>
    );
  const until = reading.readUntil && frenchLongMoment(reading.readUntil);
  const soFar = until ? ` Les mouvements sont lus jusqu’au ${until}.` : "";
  if (isBusy)
    return (
      <Note role="status" title="Une lecture est en cours">
        {`Rechargez la page dans un instant.${soFar}`}
      </Note>
    );
  if (reading.outcome === "not-authorized")
    return (
      <Note tone="warning" title="PayPal n’autorise pas cette lecture">
        {`Sur developer.paypal.com, ouvrez «\u00a0Apps & Credentials\u00a0», puis votre application, et cochez «\u00a0Transaction search\u00a0». PayPal peut mettre neuf heures à l’appliquer.${soFar}`}
      </Note>
    );
  if (reading.outcome === "failed")
    return (
      <Note tone="warning" title="PayPal n’a pas donné ses mouvements">
        {`La boutique réessaie demain matin, ou dès que vous actualisez.${soFar}`}
      </Note>
    );
  if (!until)
    return (
      <Note role="status" title="La lecture commence">
        Rechargez la page dans un instant.
      </Note>
    );
  return (
    <Note tone="ok" title={`Lu jusqu’au ${until}`}>
      {`${plural(counts.matched, "mouvement")} sans écart sur cette période${counts.unread > 0 ? `, et ${plural(counts.unread, "autre")} trop récent${counts.unread > 1 ? "s" : ""}\u00a0: PayPal montre un mouvement avec jusqu’à trois heures de retard` : ""}.${balanceText(reading)}`}
    </Note>
  );
}

const balanceText = ({ balanceCents, balanceAt }: ReadingState): string =>
  balanceCents === null || !balanceAt
    ? ""
    : ` Solde PayPal au ${frenchLongMoment(balanceAt)}\u00a0: ${formatPrice(balanceCents)}.`;
