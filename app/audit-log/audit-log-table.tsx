import { displayName } from "#app/catalogue/product-name.ts";
import { Changes } from "#app/ui/areas/changes.tsx";
import { DataTable, dateColumn } from "#app/ui/areas/data-table.tsx";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { Link } from "#app/ui/link.tsx";
import type { PastAct } from "./audit-log.server.ts";

const ACTS: Record<PastAct["act"], string> = {
  "product-created": "Produit créé",
  "product-updated": "Produit modifié",
  "product-deleted": "Produit supprimé",
  "price-planned": "Prix prévu",
  "price-plan-cancelled": "Prix prévu annulé",
  "product-imported": "Produit importé",
  "products-imported": "Import de produits",
  "order-confirmed": "Commande confirmée",
  "order-handed-over": "Colis remis au transporteur",
  "tracking-changed": "Numéro de suivi changé",
  "label-requested": "Étiquette demandée",
  "label-cancelled": "Étiquette annulée",
  "order-delivered": "Commande marquée livrée",
  "pick-up-recorded": "Retrait au point de relais noté",
  "contract-read": "Contrat archivé consulté",
  "guest-link-renewed": "Lien de commande renouvelé",
  "guest-erased": "Client sans compte effacé",
  "order-disowned": "Commande détachée d’un compte",
  "settings-updated": "Réglages modifiés",
  "shop-opened": "Boutique ouverte au public",
  "shop-closed": "Boutique fermée au public",
  "postgres-accepted": "Base de données aux failles connues acceptée",
  "order-cancelled": "Commande annulée",
  "late-cancellation-stated": "Annulation pour retard reçue",
  "withdrawal-stated": "Rétractation reçue",
  "withdrawal-linked": "Rétractation rapprochée",
  "withdrawal-closed": "Rétractation close",
  "withdrawal-taken-back": "Rétractation retirée par le client",
  "return-expected": "Retour attendu",
  "return-received": "Retour reçu",
  "return-closed": "Retour clos",
  "refund-asked": "Remboursement demandé",
  "order-refunded": "Commande remboursée",
  "refund-refused": "Remboursement refusé",
  "break-found": "Litige ou écart de paiement",
  "break-resolved": "Litige ou écart traité",
  "admin-granted": "Droits d’administration accordés",
  "account-deleted": "Compte supprimé",
  "review-hidden": "Avis masqué",
  "review-kept": "Avis signalé, gardé",
  "review-restored": "Avis rétabli",
  "report-closed": "Signalement clos",
  "lots-recorded": "Lots enregistrés",
  "recall-published": "Rappel publié",
  "recall-notified": "Déclaration d’un rappel notée",
  "recall-closed": "Rappel clos",
  "effect-declared": "Effet indésirable déclaré",
  "effect-closed": "Effet indésirable clos",
  "stock-counted": "Stock compté",
  "stock-uncounted": "Stock qui n’est plus compté",
  "stock-level-changed": "Seuil d’alerte changé",
  "payouts-started": "Lecture quotidienne commencée",
  "administrator-signed-in": "Connexion à l’administration",
  "data-exported": "Données exportées",
  "health-data-read": "Données de santé consultées",
  "mail-read": "E-mail lu",
  "mail-resent": "E-mail renvoyé",
};

/** For events about these subjects, `changes` has facts about the act, not values before and after. */
const FACTS = new Set<PastAct["subjectType"]>(["order", "access"]);

export function HistoryTable({ acts, caption }: { acts: readonly PastAct[]; caption: string }) {
  return (
    <DataTable
      className="t-history card-areas"
      caption={caption}
      rows={acts}
      keyOf={({ id }) => id}
      columns={[
        dateColumn<PastAct>(({ createdAt }) => createdAt),
        { head: "Qui", className: "c-who", render: ({ actorName }) => actorName },
        {
          head: "Acte",
          className: "c-act two",
          isRowHeader: true,
          render: (act) => (
            <>
              <b>
                <SubjectLink act={act} />
              </b>
              <span>{ACTS[act.act]}</span>
            </>
          ),
        },
        {
          head: "Changements",
          className: "c-changes",
          render: ({ changes, subjectType, importedCount }) => (
            <>
              <Changes changes={changes} areFacts={FACTS.has(subjectType)} />
              {importedCount !== null && importedText(importedCount)}
            </>
          ),
        },
      ]}
    />
  );
}

function importedText(count: number): string {
  return `${boundedNumber(count, { isStart: true })} produit${count > 1 ? "s" : ""} importé${count > 1 ? "s" : ""}`;
}

/** The name of the event's product, order, import or account. A link to the product, the order or the import if it exists. */
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
