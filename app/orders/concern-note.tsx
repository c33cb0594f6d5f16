import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import type { OrderView } from "./order-view.ts";

type ConcernNoteProps = Pick<OrderView, "concern" | "isShipped" | "cancelledAt">;

/** What an administrator sees to before an order's money is what it seems; nothing when all is well. */
export function ConcernNote({ concern, isShipped, cancelledAt }: ConcernNoteProps) {
  if (!concern) return null;
  const where = (
    <Link className="link" to="/admin/paiements">
      Voir les paiements
    </Link>
  );
  return concern === "dispute" ? (
    <Note tone="error" title="Cette commande est en litige">
      <p>
        {isShipped || cancelledAt
          ? "Répondez à l’acheteur dans le compte PayPal, puis marquez le litige comme traité."
          : "Ne l’envoyez pas avant d’avoir vu le compte PayPal et marqué le litige comme traité."}{" "}
        {where}
      </p>
    </Note>
  ) : (
    <Note tone="warning" title="Paiement à vérifier">
      <p>Le paiement ne correspond pas à la commande. {where}</p>
    </Note>
  );
}
