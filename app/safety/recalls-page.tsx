import { requireAdmin } from "#app/accounts/access.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { DataTable, dateColumn, RowLink } from "#app/ui/areas/data-table.tsx";
import { pageHref } from "#app/ui/areas/list-address.ts";
import { ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { pageNumber } from "#app/ui/page-number.ts";
import type { Route } from "./+types/recalls-page.ts";
import { scopeAtStart } from "./recall-text.ts";
import { listRecalls, type ListedRecall } from "./recalled-orders.server.ts";

const TITLE = "Rappels";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const page = pageNumber(new URL(request.url).searchParams);
  return listRecalls(context.get(requestContext).services.db, page);
}

export default function RecallsPage({ loaderData }: Route.ComponentProps) {
  useLive("recall", "order");
  const { recalls, total, page, pageCount } = loaderData;
  return (
    <ListPage
      title={TITLE}
      intro="Un rappel avertit par e-mail les acheteurs d’un lot, et publie un avis."
      actions={
        <ButtonLink to="/admin/rappels/nouveau" size="s">
          Nouveau rappel
        </ButtonLink>
      }
      total={total}
      count={plural(total, "rappel")}
      page={page}
      pageCount={pageCount}
      href={(target) => pageHref("/admin/rappels", target)}
      pagesLabel="Pages des rappels"
      empty={NONE}
    >
      <DataTable
        className="t-recalls"
        caption={`Rappels, page ${page} sur ${pageCount}`}
        rows={recalls}
        keyOf={({ id }) => id}
        columns={[
          dateColumn<ListedRecall>(({ publishedAt }) => publishedAt),
          {
            head: "Produit",
            className: "c-what two",
            isRowHeader: true,
            render: (recall) => (
              <>
                <b>
                  <RowLink to={`/admin/rappels/${recall.id}`}>
                    {displayName(recall.productName)}
                  </RowLink>
                </b>
                <span>{scopeAtStart(recall)}</span>
              </>
            ),
          },
          {
            head: "Concerne",
            className: "c-count",
            render: ({ orders, pieces }) =>
              `${plural(orders, "commande")}, ${plural(pieces, "pièce")}`,
          },
          {
            head: "État",
            className: "c-state",
            render: ({ closedAt }) =>
              closedAt ? (
                <Tag tone="outline" label={`Clos le ${frenchDay(closedAt)}`} />
              ) : (
                <Tag tone="error" label="En cours" />
              ),
          },
        ]}
      />
    </ListPage>
  );
}

const NONE: EmptyList = {
  title: "Aucun rappel",
  text: "Notez les lots au moment d’emballer\u00a0: un rappel trouvera leurs acheteurs.",
};

export const ErrorBoundary = listErrorBoundary(TITLE);
