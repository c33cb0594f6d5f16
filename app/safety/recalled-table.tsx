import { deliveryNumber } from "#app/orders/order-view.ts";
import { DataTable } from "#app/ui/areas/data-table.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { Link } from "#app/ui/link.tsx";
import { mailtoHref } from "#app/ui/mailto-href.ts";
import type { RecalledOrder } from "./recalled-orders.server.ts";

type RecalledTableProps = {
  orders: readonly RecalledOrder[];
  caption: string;
  /** Before the publication no mail has a state. */
  isPreview?: boolean;
};

/** The orders of a recall: who bought, how they are reached, whether the mail has left. */
export function RecalledTable({ orders, caption, isPreview = false }: RecalledTableProps) {
  return (
    <DataTable
      className="t-recalled"
      caption={caption}
      rows={orders}
      keyOf={({ orderId }) => orderId}
      columns={[
        {
          head: "Commande",
          className: "c-who two",
          isRowHeader: true,
          render: ({ orderId, customerName }) => (
            <>
              <b>{customerName}</b>
              <span>
                <Link className="code" to={`/admin/commandes?commande=${orderId}`}>
                  {deliveryNumber(orderId)}
                </Link>
              </span>
            </>
          ),
        },
        {
          head: "Envoi",
          className: "c-sent",
          render: (order) => `${plural(order.quantity, "pièce")}, ${sentState(order)}`,
        },
        {
          head: "Joindre",
          className: "c-contact",
          hasCardHead: true,
          render: (order) => <Contact {...order} />,
        },
        ...(isPreview
          ? []
          : [
              {
                head: "E-mail",
                className: "c-state",
                render: ({ mail }: RecalledOrder) => <MailTag mail={mail} />,
              },
            ]),
      ]}
    />
  );
}

function sentState({ isDelivered, isCancelled, isRefunded }: RecalledOrder): string {
  const state = isDelivered ? "livrée" : isCancelled ? "annulée" : "non livrée";
  return isRefunded ? `${state}, remboursée` : state;
}

/** The buyer's e-mail address, or links to the documents with a postal address if the account was deleted. */
function Contact({ email, hasContract, invoice, orderId }: RecalledOrder) {
  if (email) return <a href={mailtoHref(email)}>{email}</a>;
  if (hasContract)
    return (
      <>
        À joindre par courrier&nbsp;:{" "}
        <a className="link" href={`/admin/commandes/${orderId}/contrat`}>
          contrat archivé
        </a>
      </>
    );
  if (invoice)
    return (
      <>
        À joindre par courrier&nbsp;:{" "}
        <a className="link" href={`/factures/${invoice}`}>{`facture ${invoice}`}</a>
      </>
    );
  return <span className="soft">Anonymisé</span>;
}

function MailTag({ mail }: Pick<RecalledOrder, "mail">) {
  switch (mail) {
    case "sent":
      return <Tag tone="success" icon="check" label="Envoyé" />;
    case "waiting":
      return <Tag tone="warning" icon="clock" label="En attente" />;
    case "failed":
      return <Tag tone="error" icon="circle-alert" label="Échec" />;
    case "gone":
      return <Tag tone="outline" label="Effacé du journal" />;
    case "none":
      return <Tag tone="outline" label="Sans adresse" />;
  }
}
