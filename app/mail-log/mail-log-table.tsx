import { DataTable, dateColumn } from "#app/ui/areas/data-table.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { Button } from "#app/ui/button.tsx";
import { frenchMoment } from "#app/ui/french-date.ts";
import { Link } from "#app/ui/link.tsx";
import type { LoggedMail } from "./mail-log.server.ts";
import { MAIL_NAMES } from "./mail-names.ts";

type MailLogTableProps = {
  mails: readonly LoggedMail[];
  caption: string;
  /**
   * Shows « Lire » and « Texte » for sent mails (`areSentMailsReadable`: only in a demo without SMTP, which writes mails to
   * files).
   */
  isReadable: boolean;
  /** The id of the form that a « Renvoyer » button submits. */
  resendForm: string;
};

export function MailLogTable({ mails, caption, ...actions }: MailLogTableProps) {
  return (
    <DataTable
      className="t-mails card-areas"
      caption={caption}
      rows={mails}
      keyOf={({ key }) => key}
      columns={[
        dateColumn<LoggedMail>(({ queuedAt }) => queuedAt),
        {
          head: "E-mail",
          className: "c-what two",
          isRowHeader: true,
          render: ({ template, orderNumber, recipient, customerName }) => (
            <>
              <b>{MAIL_NAMES[template] ?? template}</b>
              <span>
                {orderNumber && (
                  <Link className="cell code" to={`/admin/commandes?recherche=${orderNumber}`}>
                    {orderNumber}
                  </Link>
                )}
                {orderNumber && <br />}
                <span>{recipient ?? customerName ?? "Destinataire effacé"}</span>
              </span>
            </>
          ),
        },
        { head: "État", className: "c-state", render: (mail) => <MailState mail={mail} /> },
        {
          head: "Action",
          className: "c-act",
          isHeadHidden: true,
          render: (mail) => <MailActions mail={mail} {...actions} />,
        },
      ]}
    />
  );
}

type MailActionsProps = { mail: LoggedMail } & Pick<MailLogTableProps, "isReadable" | "resendForm">;

function MailActions({ mail: { key, queuedAt, state }, isReadable, resendForm }: MailActionsProps) {
  const address = `/admin/courriels/${key}`;
  const moment = frenchMoment(queuedAt);
  return (
    <div className="acts">
      {state === "echecs" && (
        <Button form={resendForm} name="key" value={key} variant="plain" size="xs">
          Renvoyer<span className="sr">{` l’e-mail du ${moment}`}</span>
        </Button>
      )}
      {state === "envoyes" && isReadable && (
        <>
          <a className="btn btn--plain btn--xs" href={address}>
            Lire<span className="sr">{` l’e-mail du ${moment}`}</span>
          </a>
          <a className="btn btn--plain btn--xs" href={`${address}?format=texte`}>
            Texte<span className="sr">{` de l’e-mail du ${moment}`}</span>
          </a>
        </>
      )}
    </div>
  );
}

function MailState({ mail: { state, sentAt, waitsUntil, tries, failure } }: { mail: LoggedMail }) {
  const attempts = plural(tries, "essai");
  if (state === "envoyes") {
    return (
      <Tag
        tone="success"
        icon="check"
        label={`Envoyé${sentAt ? ` le ${frenchMoment(sentAt)}` : ""}`}
      />
    );
  }
  return (
    <>
      {state === "echecs" ? (
        <Tag tone="error" icon="circle-alert" label={`Échec après ${attempts}`} />
      ) : (
        <Tag
          tone="warning"
          icon="clock"
          label={`En attente${waitsUntil ? ` jusqu’au ${frenchMoment(waitsUntil)}` : tries > 0 ? `, ${attempts}` : ""}`}
        />
      )}
      {waitsUntil && (
        <p className="c-why muted small">
          Adresse que personne n’a confirmée&nbsp;: elle reçoit cinq e-mails par heure.
        </p>
      )}
      {failure && <p className="c-why muted small">{failure}</p>}
    </>
  );
}
