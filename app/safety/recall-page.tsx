import { data, Form, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import type { Admin } from "#app/accounts/as-admin.server.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm, typedValues } from "#app/platform/form.server.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import { ConfirmStep, useAsked } from "#app/ui/areas/confirm-step.tsx";
import { pageHref } from "#app/ui/areas/list-address.ts";
import { ListPage } from "#app/ui/areas/list-page.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { Note, Refusal } from "#app/ui/note.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import type { Route } from "./+types/recall-page.ts";
import { NotifiedPanel, type RefusedNotification } from "./notified-panel.tsx";
import { notification } from "./notified-schema.ts";
import { missingText } from "./notified-text.ts";
import { scopeAtStart } from "./recall-text.ts";
import { listRecalledOrders, type RecalledOrders } from "./recalled-orders.server.ts";
import { RecalledTable } from "./recalled-table.tsx";
import { closeRecall, noteNotification, readRecall } from "./recalls.server.ts";

const TITLE = "Rappel";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const recall = await readRecall(db, params.id);
  if (!recall) throw data("Document not found", { status: 404 });
  const page = pageNumber(new URL(request.url).searchParams);
  const list = await listRecalledOrders(db, recall.id, page);
  return { recall, list, today: parisToday() };
}

/**
 * POST: `intent=notify` notes that an authority was told; `intent=close` asks before the recall is closed, with `confirmed=1` closes
 * it.
 */
export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  if (form.get("intent") === "notify") return notify(services, admin, params.id, form);
  if (form.get("intent") !== "close") throw data(null, { status: 400 });
  const isConfirmed = form.get("confirmed") === "1";
  const outcome = await closeRecall(services, admin, params.id, isConfirmed);
  if (outcome === "not-found") throw data("Document not found", { status: 404 });
  return data({ kind: outcome }, outcome === "not-notified" ? 409 : 200);
}

async function notify(services: Pick<Services, "db">, admin: Admin, id: string, posted: FormData) {
  const invalid = (errors: Record<string, string>) => {
    const values = typedValues(notification, posted);
    const refused: RefusedNotification = { authority: values["authority"], values, errors };
    return data({ kind: "invalid" as const, refused }, 400);
  };
  const form = parseForm(notification, posted);
  if (!form.ok) return invalid(form.errors);
  const { authority, day, reason } = form.value;
  const told = day ? { on: day } : { reason };
  const outcome = await noteNotification(services, admin, id, { authority, told });
  switch (outcome) {
    case "not-found":
      throw data("Document not found", { status: 404 });
    case "future":
      return invalid({ day: "Cette date n’est pas encore passée." });
    case "closed":
      return data({ kind: "too-late" as const }, 409);
    case "noted":
      return data({ kind: outcome }, 200);
  }
}

export default function RecallPage({ loaderData, actionData }: Route.ComponentProps) {
  const { recall, list, today } = loaderData;
  useLive("order", "mail", `recall:${recall.id}`);
  const isBusy = useNavigation().formMethod === "POST";
  const [asked, step] = useAsked(actionData, "unconfirmed");
  const missing = actionData?.kind === "not-notified" && missingText(recall.notified);
  const href = `/admin/rappels/${recall.id}`;
  return (
    <>
      <BackLink to="/admin/rappels">Rappels</BackLink>
      <ListPage
        title={`Rappel\u00a0: ${displayName(recall.productName)}`}
        intro={
          <>{`${scopeAtStart(recall)}, publié le ${frenchLongMoment(recall.publishedAt)}${recall.closedAt ? `, clos le ${frenchLongMoment(recall.closedAt)}` : ""}. ${summaryOf(list.counts)}`}</>
        }
        actions={
          <>
            <ButtonLink to={`/rappels/${recall.id}`} variant="plain" size="s">
              Voir l’avis
            </ButtonLink>
            {!recall.closedAt && (
              <Form method="post">
                <Button name="intent" value="close" variant="secondary" size="s" busy={isBusy}>
                  Clore le rappel
                </Button>
              </Form>
            )}
          </>
        }
        above={
          <>
            <Refusal text={missing} focusOn={actionData} />
            {actionData?.kind === "too-late" && (
              <Note tone="error" role="alert" focusOn={actionData}>
                Ce rappel est clos&nbsp;: ses déclarations ne changent plus.
              </Note>
            )}
            {list.counts.unreachable > 0 && (
              <Note tone="warning">{`${plural(list.counts.unreachable, "commande")} sans adresse e-mail\u00a0: joignez ces acheteurs par courrier, avec le contrat archivé ou la facture.`}</Note>
            )}
            <ConfirmStep
              question="Voulez-vous vraiment clore ce rappel ?"
              confirmLabel="Clore le rappel"
              cancelLabel="Le garder ouvert"
              answer={asked && !recall.closedAt ? { intent: "close", confirmed: "1" } : null}
              backHref={href}
              {...step}
            >
              <p>
                L’avis reste publié, mais ces lots pourront de nouveau être emballés. On ne peut pas
                revenir en arrière.
              </p>
            </ConfirmStep>
            <NotifiedPanel
              recall={recall}
              today={today}
              refused={actionData?.kind === "invalid" ? actionData.refused : null}
            />
          </>
        }
        total={list.total}
        count={plural(list.total, "commande")}
        page={list.page}
        pageCount={list.pageCount}
        href={(target) => pageHref(href, target)}
        pagesLabel="Pages des commandes rappelées"
        empty={{
          title: "Aucune commande concernée",
          text: "Une commande livrée dont le lot est noté plus tard s’ajoutera ici, et son client sera averti.",
        }}
      >
        <RecalledTable
          orders={list.orders}
          caption={`Commandes rappelées, page ${list.page} sur ${list.pageCount}`}
        />
      </ListPage>
    </>
  );
}

/** « 12 acheteurs par e-mail : 10 envoyés, 1 en échec. » */
function summaryOf({ buyers, sent, failed }: RecalledOrders["counts"]): string {
  if (buyers === 0) return "Aucun acheteur à avertir par e-mail.";
  return `${plural(buyers, "acheteur")} par e-mail\u00a0: ${plural(sent, "envoyé")}${failed > 0 ? `, ${failed} en échec` : ""}.`;
}

export const ErrorBoundary = listErrorBoundary(TITLE);
