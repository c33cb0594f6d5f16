import { displayName } from "#app/catalogue/product-name.ts";
import type { OrderView } from "#app/orders/order-view.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";

export function RecallNotes({ recalls }: Pick<OrderView, "recalls">) {
  return recalls.map(({ id, productName }) => (
    <Note
      key={id}
      tone="error"
      title={`Rappel de produit\u00a0: ${displayName(productName)}`}
      icon="triangle-alert"
    >
      <p>
        <TextLink to={`/rappels/${id}`}>Consignes de sécurité</TextLink>
      </p>
    </Note>
  ));
}
