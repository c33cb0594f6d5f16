import type { Route } from "./+types/audit-log-page.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { ListErrorBoundary } from "#app/pages/error-screen.tsx";
import { requestContext } from "#app/platform/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FilterLinks, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { useFocusOnPage } from "#app/ui/use-focus-on-page.ts";
import { historyHref, parseHistoryQuery, SUBJECTS } from "./audit-log-query.ts";
import { HistoryTable } from "./audit-log-table.tsx";
import { listActs } from "./audit-log.server.ts";

const SUBJECT_LABELS = {
  tout: "Tout",
  produits: "Produits",
  commandes: "Commandes",
  droits: "Droits",
} as const;

export const meta: Route.MetaFunction = () => [
  { title: "Historique · Éclat" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const query = parseHistoryQuery(new URL(request.url).searchParams);
  const history = await listActs(context.get(requestContext).services.db, query);
  return { query: { ...query, page: history.page }, history };
}

export default function HistoryPage({ loaderData: { query, history } }: Route.ComponentProps) {
  useLive("audit", "product");
  const heading = useFocusOnPage(query.page);
  const { counts, page, pageCount } = history;
  const total = counts[query.subject];
  const summary = `${boundedNumber(total, { isStart: true })} acte${total > 1 ? "s" : ""}, page ${page} sur ${pageCount}`;
  return (
    <>
      <PageHead title="Historique" heading={heading}>
        Qui a changé quoi, et quand&nbsp;: produits, commandes, droits d’administration.
      </PageHead>
      {query.importId && (
        <Link className="crumb" to="/admin/historique">
          <Icon name="arrow-left" size={16} />
          Tout l’historique
        </Link>
      )}
      <output className="sr">{summary}</output>
      <div className="panel">
        <ListToolbar
          label="Historique"
          fieldLabel="Chercher dans l’historique"
          placeholder="Personne, produit ou numéro de commande"
          search={query.search}
          filterCount={(query.subject === "tout" ? 0 : 1) + (query.importId ? 1 : 0)}
          kept={[
            ...(query.importId ? [["import", query.importId] as [string, string]] : []),
            ...(query.subject === "tout" ? [] : [["objet", query.subject] as [string, string]]),
          ]}
        >
          <FilterLinks
            label="Objet"
            links={SUBJECTS.map((subject) => ({
              label: SUBJECT_LABELS[subject],
              to: historyHref({ ...query, subject, page: 1 }),
              isCurrent: subject === query.subject,
              count: counts[subject],
            }))}
          />
        </ListToolbar>
        {total === 0 ? (
          <Nothing
            isFiltered={query.search !== "" || query.subject !== "tout" || query.importId !== null}
          />
        ) : (
          <HistoryTable acts={history.acts} caption={`Historique, page ${page} sur ${pageCount}`} />
        )}
        <Pager
          page={page}
          pageCount={pageCount}
          href={(target) => historyHref({ ...query, page: target })}
          label="Pages de l’historique"
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
      title="Aucun acte trouvé"
      text="Ni personne, ni produit, ni commande ne correspond à cette recherche."
      action={
        <ButtonLink to="/admin/historique" variant="secondary">
          Tout effacer
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      panel
      level={2}
      drawing="box"
      title="Rien n’a encore été changé"
      text="Chaque produit modifié, chaque commande livrée et chaque droit accordé s’inscrira ici."
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListErrorBoundary error={error} title="Historique" />;
}
