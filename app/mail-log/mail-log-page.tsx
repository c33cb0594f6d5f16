import { useEffect } from "react";
import { data, Form } from "react-router";
import type { Route } from "./+types/mail-log-page.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { areSentMailsReadable } from "#app/mail/mailer.server.ts";
import { resendMail } from "#app/mail/outbox.server.ts";
import { ListErrorBoundary } from "#app/pages/error-screen.tsx";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { Link } from "#app/ui/link.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";
import { FilterLinks } from "#app/ui/areas/list-toolbar.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useFocusOnPage } from "#app/ui/use-focus-on-page.ts";
import { MAIL_STATES, mailLogHref, parseMailLogQuery } from "./mail-log-query.ts";
import { MailLogTable } from "./mail-log-table.tsx";
import { listMails } from "./mail-log.server.ts";

const STATE_LABELS = {
  tous: "Tous",
  "en-attente": "En attente",
  envoyes: "Envoyés",
  echecs: "Échecs",
} as const;
const RESEND_FORM = "renvoyer";

export const meta: Route.MetaFunction = () => [
  { title: "E-mails envoyés · Éclat" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, config } = context.get(requestContext).services;
  const query = parseMailLogQuery(new URL(request.url).searchParams);
  const log = await listMails(db, query);
  return { query: { ...query, page: log.page }, log, isReadable: areSentMailsReadable(config) };
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireAdmin(context);
  const key = (await readForm(request)).get("key");
  if (typeof key !== "string") throw data(null, { status: 400 });
  const outcome = await resendMail(context.get(requestContext).services, key);
  return outcome === "queued"
    ? { isQueued: true, message: "L’e-mail repart dans un instant." }
    : { isQueued: false, message: "Cet e-mail est déjà parti, ou va partir." };
}

export default function MailLogPage({
  loaderData: { query, log, isReadable },
  actionData,
}: Route.ComponentProps) {
  useLive("mail");
  useEffect(() => {
    if (!actionData) return;
    if (actionData.isQueued) toast.success(actionData.message);
    else toast.error(actionData.message);
  }, [actionData]);
  const heading = useFocusOnPage(query.page);
  const { counts, page, pageCount } = log;
  const total = counts[query.state];
  const summary = `${frenchNumber(total)} e-mail${total > 1 ? "s" : ""}, page ${page} sur ${pageCount}`;
  return (
    <>
      <PageHead title="E-mails envoyés" heading={heading}>
        Ce que la boutique écrit à ses clients, et ce qui n’a pas pu partir.
      </PageHead>
      <output className="sr">{summary}</output>
      {actionData && (
        <noscript>
          <Note tone={actionData.isQueued ? "ok" : "warning"}>{actionData.message}</Note>
        </noscript>
      )}
      {log.delayed > 0 && (
        <Note
          tone="warning"
          role="status"
          title={
            log.delayed > 1
              ? `${frenchNumber(log.delayed)} e-mails ne partent pas pour l’instant`
              : "Un e-mail ne part pas pour l’instant"
          }
        >
          <p>
            Le serveur de messagerie ne répond pas, ou refuse. Rien n’est perdu&nbsp;: la boutique
            réessaie d’elle-même.{" "}
            <Link to={mailLogHref({ state: "en-attente", page: 1 })}>Voir ce qui attend</Link>
          </p>
        </Note>
      )}
      <Form id={RESEND_FORM} method="post" action={mailLogHref(query)} preventScrollReset />
      <div className="panel">
        <div className="toolbar">
          <FilterLinks
            label="État"
            links={MAIL_STATES.map((state) => ({
              label: STATE_LABELS[state],
              to: mailLogHref({ state, page: 1 }),
              isCurrent: state === query.state,
              count: counts[state],
            }))}
          />
        </div>
        {total === 0 ? (
          <Nothing isFiltered={query.state !== "tous"} />
        ) : (
          <MailLogTable
            mails={log.mails}
            caption={`E-mails, page ${page} sur ${pageCount}`}
            isReadable={isReadable}
            resendForm={RESEND_FORM}
          />
        )}
        <Pager
          page={page}
          pageCount={pageCount}
          href={(target) => mailLogHref({ ...query, page: target })}
          label="Pages des e-mails"
          summary={summary}
        />
      </div>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      panel
      level={2}
      drawing="box"
      title="Aucun e-mail ici"
      text="Aucun e-mail n’est dans cet état."
      action={
        <ButtonLink to="/admin/courriels" variant="secondary">
          Voir tous les e-mails
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      panel
      level={2}
      drawing="box"
      title="Aucun e-mail pour l’instant"
      text="Chaque e-mail de la boutique s’inscrira ici&nbsp;: commande, paiement, livraison, compte."
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListErrorBoundary error={error} title="E-mails envoyés" />;
}
