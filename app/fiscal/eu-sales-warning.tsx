import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { EuSales } from "./eu-sales.server.ts";

/** The warning at the threshold, in the settings and on the dashboard. */
export function EuSalesWarning({ sales: { year, thresholdCents } }: { sales: EuSales }) {
  return (
    <Note
      tone="warning"
      title={`Le seuil de ${formatPrice(thresholdCents)} de ventes à distance est atteint`}
    >
      <p>
        Au-delà, la TVA du pays de chaque client de l’Union européenne est due, en{" "}
        <span>{year}</span> et l’année suivante. Inscrivez-vous au guichet unique (OSS), sur
        impots.gouv.fr, puis cochez la case dans les réglages «&nbsp;Vente&nbsp;».
      </p>
    </Note>
  );
}
