/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the CSS of the card layout changes `display`, mailLabel removes the implicit table roles in browsers. */
import { Link } from "#app/ui/link.tsx";
import type { TemplateName } from "#app/mail/templates.tsx";
import { Button } from "#app/ui/button.tsx";
import { frenchMoment } from "#app/ui/french-date.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Tag } from "#app/ui/tag.tsx";
import type { LoggedMail } from "./mail-log.server.ts";

const TEMPLATES: Record<TemplateName, string> = {
  welcome: "Bienvenue",
  "password-link": "Lien de mot de passe",
  "password-changed": "Mot de passe changé",
  "confirm-address": "Adresse à confirmer",
  "address-taken": "Adresse déjà prise",
  "address-change-asked": "Changement d’adresse demandé",
  "address-changed": "Adresse changée",
  "address-restored": "Ancienne adresse rétablie",
  "account-deleted": "Compte supprimé",
  "account-ending": "Compte bientôt supprimé",
  "contact-receipt": "Accusé de réception",
  "order-received": "Commande enregistrée",
  "order-paid": "Commande payée",
  "order-delivered": "Commande livrée",
  "order-refunded": "Remboursement",
  "order-cancelled": "Commande annulée",
};

type MailLogTableProps = {
  mails: readonly LoggedMail[];
  caption: string;
  /** Whether sent mails can be opened. */
  isReadable: boolean;
  /** The id of the form that a « Renvoyer » button submits. */
  resendForm: string;
};

/** Cards instead of rows under 768 px. */
export function MailLogTable({ mails, caption, ...row }: MailLogTableProps) {
  return (
    <table className="data-table data-table--cards t-mails" role="table">
      <caption className="sr">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {["Date", "E-mail", "État"].map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span className="sr">Action</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {mails.map((mail) => (
          <MailRow key={mail.key} mail={mail} {...row} />
        ))}
      </tbody>
    </table>
  );
}

type MailRowProps = { mail: LoggedMail } & Pick<MailLogTableProps, "isReadable" | "resendForm">;

function MailRow({ mail, isReadable, resendForm }: MailRowProps) {
  const { key, template, orderNumber, recipient, queuedAt, state } = mail;
  const address = `/admin/courriels/${key}`;
  const mailLabel = <span className="sr"> l’e-mail du {frenchMoment(queuedAt)}</span>;
  return (
    <tr role="row">
      <td className="c-date num soft nw" role="cell">
        <time dateTime={queuedAt.toISOString()}>{frenchMoment(queuedAt)}</time>
      </td>
      <th className="c-what two" role="rowheader" scope="row">
        <b>{TEMPLATES[template] ?? template}</b>
        <span>
          {orderNumber && (
            <Link className="cell code" to={`/admin/commandes?recherche=${orderNumber}`}>
              {orderNumber}
            </Link>
          )}
          {orderNumber && recipient && <br />}
          {recipient}
        </span>
      </th>
      <td className="c-state" role="cell">
        <MailState mail={mail} />
      </td>
      <td className="c-act" role="cell">
        <div className="acts">
          {state === "echecs" && (
            <Button form={resendForm} name="key" value={key} variant="plain" size="xs">
              Renvoyer{mailLabel}
            </Button>
          )}
          {state === "envoyes" && isReadable && (
            <>
              <a className="btn btn--plain btn--xs" href={address}>
                Lire{mailLabel}
              </a>
              <a className="btn btn--plain btn--xs" href={`${address}?format=texte`}>
                Texte<span className="sr"> de l’e-mail du {frenchMoment(queuedAt)}</span>
              </a>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}

function MailState({ mail: { state, sentAt, tries, failure } }: { mail: LoggedMail }) {
  const attempts = `${frenchNumber(tries)} essai${tries > 1 ? "s" : ""}`;
  if (state === "envoyes") {
    return (
      <Tag tone="success" icon="check">
        Envoyé{sentAt && ` le ${frenchMoment(sentAt)}`}
      </Tag>
    );
  }
  return (
    <>
      {state === "echecs" ? (
        <Tag tone="error" icon="circle-alert">
          Échec après {attempts}
        </Tag>
      ) : (
        <Tag tone="warning" icon="clock">
          En attente{tries > 0 && `, ${attempts}`}
        </Tag>
      )}
      {failure && <p className="c-why muted small">{failure}</p>}
    </>
  );
}
