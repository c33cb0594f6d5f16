import { data, Form } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { areSentMailsReadable } from "#app/mail/mailer.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ClearFilters, ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { FilterLinks } from "#app/ui/areas/list-toolbar.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { Route } from "./+types/mail-log-page.ts";
import { mailLogAddress } from "./mail-log-query.ts";
import { MailLogTable } from "./mail-log-table.tsx";
import { listMails } from "./mail-log.server.ts";
import { resendMail } from "./resend-mail.server.ts";

const TITLE = "E-mails envoyés";
const RESEND_FORM = "renvoyer";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, config } = context.get(requestContext).services;
  const query = mailLogAddress.parse(new URL(request.url).searchParams);
  const log = await listMails(db, query);
  return { query: { ...query, page: log.page }, log, isReadable: areSentMailsReadable(config) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const key = (await readForm(request)).get("key");
  if (typeof key !== "string") throw data(null, { status: 400 });
  const outcome = await resendMail(context.get(requestContext).services, admin, key);
  return outcome === "queued"
    ? { isQueued: true, message: "L’e-mail repart dans un instant." }
    : { isQueued: false, message: "Cet e-mail est déjà parti, ou va partir." };
}

export default function MailLogPage({
  loaderData: { query, log, isReadable },
  actionData,
}: Route.ComponentProps) {
  useLive("mail");
  useAnswer(actionData, ({ isQueued, message }) => {
    if (isQueued) toast.success(message);
    else toast.error(message);
  });
  const { counts, page, pageCount, mails, delayed } = log;
  const total = counts[query.state];
  return (
    <ListPage
      title={TITLE}
      intro="Ce que la boutique écrit à ses clients, et ce qui n’a pas pu partir."
      above={
        <>
          {actionData && (
            <noscript>
              <Note tone={actionData.isQueued ? "ok" : "warning"}>{actionData.message}</Note>
            </noscript>
          )}
          {delayed > 0 && <Delayed count={delayed} />}
          <Form
            id={RESEND_FORM}
            method="post"
            action={mailLogAddress.href(query)}
            preventScrollReset
          />
        </>
      }
      toolbar={
        <div className="toolbar">
          <FilterLinks {...mailLogAddress.links("state", query, counts)} />
        </div>
      }
      total={total}
      count={plural(total, "e-mail")}
      {...mailLogAddress.pages(query, pageCount)}
      pagesLabel="Pages des e-mails"
      empty={query.state === "tous" ? NONE : NONE_FOUND}
    >
      <MailLogTable
        mails={mails}
        caption={`E-mails, page ${page} sur ${pageCount}`}
        isReadable={isReadable}
        resendForm={RESEND_FORM}
      />
    </ListPage>
  );
}

/** The warning that `count` mails wait for another attempt. */
function Delayed({ count }: { count: number }) {
  return (
    <Note
      tone="warning"
      role="status"
      title={
        count > 1
          ? `${frenchNumber(count)} e-mails ne partent pas pour l’instant`
          : "Un e-mail ne part pas pour l’instant"
      }
    >
      <p>
        Le serveur de messagerie ne répond pas, ou refuse. Rien n’est perdu&nbsp;: la boutique
        réessaie d’elle-même.{" "}
        <Link to={mailLogAddress.href({ state: "en-attente" })}>Voir ce qui attend</Link>
      </p>
    </Note>
  );
}

const NONE: EmptyList = {
  title: "Aucun e-mail pour l’instant",
  text: "Chaque e-mail de la boutique s’inscrira ici\u00a0: commande, paiement, livraison, compte.",
};
const NONE_FOUND: EmptyList = {
  title: "Aucun e-mail ici",
  text: "Aucun e-mail n’est dans cet état.",
  action: <ClearFilters to="/admin/courriels" label="Voir tous les e-mails" />,
};

export const ErrorBoundary = listErrorBoundary(TITLE);
