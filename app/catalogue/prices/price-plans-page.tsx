import { data, redirect } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ConfirmStep } from "#app/ui/areas/confirm-step.tsx";
import { DataTable } from "#app/ui/areas/data-table.tsx";
import { listAddress } from "#app/ui/areas/list-address.ts";
import { ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { useClose } from "#app/ui/areas/use-close.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import type { Route } from "./+types/price-plans-page.ts";
import { cancelPricePlan } from "./plan-prices.server.ts";
import { PlannedProducts } from "./planned-products.tsx";
import { listPricePlans, planToCancel, type PlanState } from "./price-plan-list.server.ts";
import { periodText, valueText } from "./price-plan-text.ts";

const TITLE = "Prix prévus";
const PATH = "/admin/produits/prix";
const plansAddress = listAddress(PATH, {});
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const id = search.get("annuler");
  const [list, toCancel] = await Promise.all([
    listPricePlans(db, pageNumber(search)),
    id === null ? null : planToCancel(db, id.replaceAll("\0", "")),
  ]);
  return { ...list, toCancel, done: search.get("fait") };
}

/** POST: cancels the plan `id`. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const form = await readForm(request);
  if (form.get("intent") !== "cancel") throw data(null, { status: 400 });
  const id = String(form.get("id"));
  const outcome = await cancelPricePlan(context.get(requestContext).services, admin, id);
  if (outcome.kind === "gone") throw data("Document not found", { status: 404 });
  throw redirect(`${PATH}?fait=${outcome.kind === "over" ? "termine" : "annule"}`);
}

const DONE: Record<string, string> = {
  prevu: "C’est prévu\u00a0: le prix change et revient tout seul.",
  annule: "Annulé. Le prix d’avant est revenu, sauf s’il avait été changé à la main.",
  termine: "Ce prix était déjà terminé.",
};
const STATES = {
  planned: <Tag tone="outline" label="Prévu" />,
  running: <Tag tone="success" label="En cours" />,
  ended: <Tag tone="outline" label="Terminé" />,
  cancelled: <Tag tone="outline" label="Annulé" />,
} satisfies Record<PlanState, React.ReactNode>;

export default function PricePlansPage({ loaderData }: Route.ComponentProps) {
  useLive("product", "audit");
  const { plans, total, page, pageCount, toCancel, done } = loaderData;
  const close = useClose(plansAddress.href({ page }));
  return (
    <>
      <BackLink to="/admin/produits">Produits</BackLink>
      <ListPage
        title={TITLE}
        intro="Un prix commence et finit tout seul, à l’heure de Paris, puis rend celui d’avant."
        actions={
          <ButtonLink to="/admin/produits" size="s">
            Choisir des produits
          </ButtonLink>
        }
        above={
          <>
            {done !== null && DONE[done] && (
              <Note tone="ok" role="status">
                {DONE[done]}
              </Note>
            )}
            <ConfirmStep
              question={
                toCancel?.state === "running"
                  ? "Arrêter ce prix maintenant\u00a0?"
                  : "Annuler ce prix\u00a0?"
              }
              confirmLabel={toCancel?.state === "running" ? "Arrêter" : "Annuler ce prix"}
              cancelLabel="Garder"
              destructive
              answer={toCancel && { intent: "cancel", id: toCancel.id }}
              onCancel={close}
              backHref={plansAddress.href({ page })}
            >
              {toCancel && (
                <p>{`${valueText(toCancel)} ${periodText(toCancel)}, ${plural(toCancel.products.length, "produit")}.${toCancel.state === "running" ? " Les prix d’avant reviennent aussitôt, sauf ceux que vous avez changés à la main." : ""}`}</p>
              )}
            </ConfirmStep>
          </>
        }
        total={total}
        count={plural(total, "prix prévu")}
        {...plansAddress.pages({ page }, pageCount)}
        pagesLabel="Pages des prix prévus"
        empty={NONE}
      >
        <DataTable
          className="t-plans"
          caption={`${TITLE}, page ${page} sur ${pageCount}`}
          rows={plans}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Prix",
              className: "c-what two",
              isRowHeader: true,
              render: (plan) => (
                <>
                  <b>{valueText(plan)}</b>
                  <span className="num">{periodText(plan)}</span>
                </>
              ),
            },
            {
              head: "Produits",
              className: "c-products",
              render: (plan) => <PlannedProducts plan={plan} />,
            },
            { head: "État", className: "c-state", render: ({ state }) => STATES[state] },
            {
              head: "Action",
              className: "c-act",
              isHeadHidden: true,
              isEnd: true,
              render: ({ id, state, ...plan }) =>
                (state === "planned" || state === "running") && (
                  <Link
                    className="btn btn--plain btn--xs"
                    to={plansAddress.href({ page }, { annuler: id })}
                    preventScrollReset
                  >
                    <span>{state === "running" ? "Arrêter" : "Annuler"}</span>
                    <span className="sr">{` ${valueText(plan)} ${periodText(plan)}`}</span>
                  </Link>
                ),
            },
          ]}
        />
      </ListPage>
    </>
  );
}

const NONE: EmptyList = {
  title: "Aucun prix prévu",
  text: "Cochez des produits dans leur liste, puis «\u00a0Prévoir un prix\u00a0».",
  action: (
    <ButtonLink to="/admin/produits" variant="secondary">
      Voir les produits
    </ButtonLink>
  ),
};

export const ErrorBoundary = listErrorBoundary(TITLE);
