/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the CSS of the card layout changes `display`, which removes the implicit table roles in browsers. */
import { Link } from "#app/ui/link.tsx";
import { displayName } from "#app/catalogue/product-name.ts";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { frenchMoment } from "#app/ui/french-date.ts";
import { Changes } from "#app/ui/areas/changes.tsx";
import type { PastAct } from "./audit-log.server.ts";

const ACTS: Record<PastAct["act"], string> = {
  "product-created": "Produit créé",
  "product-updated": "Produit modifié",
  "product-deleted": "Produit supprimé",
  "product-imported": "Produit importé",
  "products-imported": "Import de produits",
  "order-delivered": "Commande marquée livrée",
  "order-cancelled": "Commande annulée",
  "refund-asked": "Remboursement demandé",
  "order-refunded": "Commande remboursée",
  "refund-refused": "Remboursement refusé",
  "break-found": "Litige ou écart de paiement",
  "break-resolved": "Litige ou écart traité",
  "admin-granted": "Droits d’administration accordés",
  "account-deleted": "Compte supprimé",
};

/** Cards instead of rows under 768 px. */
export function HistoryTable({ acts, caption }: { acts: readonly PastAct[]; caption: string }) {
  return (
    <table className="data-table data-table--cards t-history" role="table">
      <caption className="sr">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {["Date", "Qui", "Acte", "Changements"].map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {acts.map((act) => (
          <tr key={act.id} role="row">
            <td className="c-date num soft nw" role="cell">
              <time dateTime={act.createdAt.toISOString()}>{frenchMoment(act.createdAt)}</time>
            </td>
            <td className="c-who" role="cell">
              {act.actorName}
            </td>
            <th className="c-act two" role="rowheader" scope="row">
              <b>
                <SubjectLink act={act} />
              </b>
              <span>{ACTS[act.act]}</span>
            </th>
            <td className="c-changes" role="cell">
              <Changes changes={act.changes} areFacts={act.subjectType === "order"} />
              {act.importedCount !== null && importedText(act.importedCount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function importedText(count: number): string {
  return `${boundedNumber(count, { isStart: true })} produit${count > 1 ? "s" : ""} importé${count > 1 ? "s" : ""}`;
}

/** The name of the product, order or import, as a link while it exists. */
function SubjectLink({ act }: { act: PastAct }) {
  const { subjectType, subjectName, productId, orderId, importId } = act;
  const className = subjectType === "order" ? "cell code" : "cell";
  const to = productId
    ? `/admin/edict-product/${productId}`
    : orderId
      ? `/admin/commandes?commande=${orderId}`
      : importId && `/admin/historique?import=${importId}`;
  const name = subjectType === "product" && !importId ? displayName(subjectName) : subjectName;
  return to ? (
    <Link className={className} to={to}>
      {name}
    </Link>
  ) : (
    <span className={className}>{name}</span>
  );
}
