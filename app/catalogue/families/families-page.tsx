import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { DataTable, RowLink } from "#app/ui/areas/data-table.tsx";
import { pageHref } from "#app/ui/areas/list-address.ts";
import { ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import type { Route } from "./+types/families-page.ts";
import { listFamilies } from "./families.server.ts";

const TITLE = "Familles";
/** The messages of `?fait=…`. */
const DONE: Record<string, string> = {
  enregistree: "La famille est enregistrée.",
  supprimee: "La famille est supprimée\u00a0: ses produits restent dans la boutique.",
};
const KINDS = { teinte: "Teintes", contenance: "Contenances" };

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const search = new URL(request.url).searchParams;
  const list = await listFamilies(context.get(requestContext).services.db, pageNumber(search));
  return { ...list, done: DONE[search.get("fait") ?? ""] ?? null };
}

export default function FamiliesPage({ loaderData }: Route.ComponentProps) {
  useLive("product");
  const { families, total, page, pageCount, done } = loaderData;
  return (
    <ListPage
      title={TITLE}
      intro={
        <>
          Des produits qui ne diffèrent que par la teinte ou la contenance.{" "}
          <TextLink to="/admin/produits">Produits</TextLink>
        </>
      }
      actions={
        <ButtonLink icon="plus" to="/admin/familles/nouvelle" size="s">
          Nouvelle famille
        </ButtonLink>
      }
      above={
        done && (
          <Note tone="ok" role="status">
            {done}
          </Note>
        )
      }
      total={total}
      count={plural(total, "famille")}
      page={page}
      pageCount={pageCount}
      href={(target) => pageHref("/admin/familles", target)}
      pagesLabel="Pages des familles"
      empty={NONE}
    >
      <DataTable
        className="t-families"
        caption={`${TITLE}, page ${page} sur ${pageCount}`}
        rows={families}
        keyOf={({ id }) => id}
        columns={[
          {
            head: "Nom",
            className: "c-name two",
            isRowHeader: true,
            render: ({ id, name, labels }) => (
              <>
                <b>
                  <RowLink to={`/admin/familles/${id}`}>{name}</RowLink>
                </b>
                <span>{labels}</span>
              </>
            ),
          },
          { head: "Ce qui change", render: ({ kind }) => KINDS[kind] },
          { head: "Produits", isEnd: true, render: ({ count }) => plural(count, "produit") },
        ]}
      />
    </ListPage>
  );
}

const NONE: EmptyList = {
  title: "Aucune famille",
  text: "Cochez dans la liste des produits ceux qui ne diffèrent que par la teinte ou la contenance.",
  action: <ButtonLink to="/admin/produits">Produits</ButtonLink>,
};

export const ErrorBoundary = listErrorBoundary(TITLE);
