import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { withReturn } from "#app/ui/areas/list-address.ts";
import { ClearFilters, ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { FilterLinks, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import type { Route } from "./+types/returns-page.ts";
import { listReturns } from "./return-list.server.ts";
import { returnsAddress, type ReturnGroup } from "./return-query.ts";
import { ReturnsTable } from "./returns-table.tsx";

const TITLE = "Retours";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const query = returnsAddress.parse(new URL(request.url).searchParams);
  const list = await listReturns(context.get(requestContext).services.db, query);
  return { query: { ...query, page: list.page }, list };
}

export default function ReturnsPage({ loaderData: { query, list } }: Route.ComponentProps) {
  useLive("order");
  const { counts, page, pageCount, returns } = list;
  const total = counts[query.group];
  return (
    <ListPage
      title={TITLE}
      intro="Un retour vient d’une rétractation, ou du détail d’une commande partie. Le recevoir remet ses pièces en rayon."
      toolbar={
        <ListToolbar
          label={TITLE}
          fieldLabel="Chercher un retour"
          placeholder="Client ou numéro de livraison"
          {...returnsAddress.toolbar(query, ["group"])}
        >
          <FilterLinks {...returnsAddress.links("group", query, counts)} />
        </ListToolbar>
      }
      total={total}
      count={plural(total, "retour")}
      {...returnsAddress.pages(query, pageCount)}
      pagesLabel="Pages des retours"
      empty={query.search !== "" ? NONE_FOUND : NONE[query.group]}
    >
      <ReturnsTable
        returns={returns}
        caption={`Retours, page ${page} sur ${pageCount}`}
        hrefOf={(id) => withReturn(`/admin/retours/${id}`, returnsAddress.fields(query))}
      />
    </ListPage>
  );
}

const NONE: Record<ReturnGroup, EmptyList> = {
  attendus: {
    title: "Aucun retour attendu",
    text: "Attendez-en un depuis une rétractation, ou depuis le détail d’une commande partie.",
    action: <ClearFilters to="/admin/retours?etat=tous" label="Voir tous les retours" />,
  },
  "a-rembourser": {
    title: "Rien à rembourser",
    text: "Un retour reçu attend ici son remboursement.",
  },
  termines: {
    title: "Aucun retour terminé",
    text: "Les retours remboursés ou clos s’inscriront ici.",
  },
  tous: {
    title: "Aucun retour pour l’instant",
    text: "Attendez-en un depuis une rétractation, ou depuis le détail d’une commande partie.",
  },
};
const NONE_FOUND: EmptyList = {
  title: "Aucun retour trouvé",
  text: "Ni client ni numéro de livraison ne correspond à cette recherche.",
  action: <ClearFilters to="/admin/retours" />,
};

export const ErrorBoundary = listErrorBoundary(TITLE);
