import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { ClearFilters, ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { FilterLinks, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import { boundedPlural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import type { Route } from "./+types/audit-log-page.ts";
import { historyAddress } from "./audit-log-query.ts";
import { HistoryTable } from "./audit-log-table.tsx";
import { listActs } from "./audit-log.server.ts";

const TITLE = "Historique";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const query = historyAddress.parse(new URL(request.url).searchParams);
  const history = await listActs(context.get(requestContext).services.db, query);
  return { query: { ...query, page: history.page }, history };
}

export default function HistoryPage({ loaderData: { query, history } }: Route.ComponentProps) {
  useLive("audit", "product");
  const { counts, page, pageCount, acts } = history;
  const total = counts[query.subject];
  return (
    <ListPage
      title={TITLE}
      intro={
        "Qui a changé quoi, et quand\u00a0: produits, commandes, droits d’administration. Et qui s’est connecté, a exporté ou consulté des données."
      }
      above={query.importId && <BackLink to="/admin/historique">Tout l’historique</BackLink>}
      toolbar={
        <ListToolbar
          label={TITLE}
          fieldLabel="Chercher dans l’historique"
          placeholder="Personne, produit ou numéro de commande"
          {...historyAddress.toolbar(query, ["importId", "subject"])}
        >
          <FilterLinks {...historyAddress.links("subject", query, counts)} />
        </ListToolbar>
      }
      total={total}
      count={boundedPlural(total, "acte")}
      {...historyAddress.pages(query, pageCount)}
      pagesLabel="Pages de l’historique"
      empty={historyAddress.filterFields(query).length > 0 ? NONE_FOUND : NONE}
    >
      <HistoryTable acts={acts} caption={`${TITLE}, page ${page} sur ${pageCount}`} />
    </ListPage>
  );
}

const NONE: EmptyList = {
  title: "Rien n’a encore été changé",
  text: "Chaque produit modifié, chaque commande livrée et chaque droit accordé s’inscrira ici.",
};
const NONE_FOUND: EmptyList = {
  title: "Aucun acte trouvé",
  text: "Ni personne, ni produit, ni commande ne correspond à cette recherche.",
  action: <ClearFilters to="/admin/historique" />,
};

export const ErrorBoundary = listErrorBoundary(TITLE);
