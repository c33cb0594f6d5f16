import { displayName } from "#app/catalogue/product-name.ts";
import type { OpenRecall } from "#app/orders/order-view.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";

/** Warnings for administrators before a recalled product is sent; nothing without an open recall. */
export function OpenRecallNotes({ openRecalls }: { openRecalls: readonly OpenRecall[] }) {
  return openRecalls.map((recall) => (
    <Note
      key={recall.id}
      tone="error"
      title={`Rappel en cours\u00a0: ${displayName(recall.productName)}`}
      icon="triangle-alert"
    >
      <p>
        {textOf(recall)} <TextLink to={`/admin/rappels/${recall.id}`}>Voir le rappel</TextLink>
      </p>
    </Note>
  ));
}

function textOf({ lots, isUnsure }: OpenRecall): string {
  const names = `${lots.length > 1 ? "Lots rappelés" : "Lot rappelé"}\u00a0: ${lots.join(", ")}.`;
  if (isUnsure) return `${names} Vérifiez le lot avant d’envoyer ce produit.`;
  const found = lots.length > 0 ? names : "La commande est de la période rappelée.";
  return `${found} N’envoyez pas ce produit.`;
}
