import { redirect } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { FileLinks } from "#app/ui/areas/file-links.tsx";
import { ClearFilters, ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { FilterLinks, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import { boundedPlural } from "#app/ui/areas/plural.ts";
import type { Route } from "./+types/stock-page.ts";
import { ScanForm } from "./scan-form.tsx";
import { listStock, productsWithCode, type StockList } from "./stock-list.server.ts";
import { productStockHref, stockAddress, type StockQuery } from "./stock-query.ts";
import { StockTable } from "./stock-table.tsx";

const TITLE = "Stock";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

/** GET: the list; with `code`, a redirect to the product with this reference or EAN, or to the list of several. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const code = search.get("code");
  const [found, another] = code === null ? [] : await productsWithCode(db, code);
  if (another) throw redirect(stockAddress.href({ search: code!.trim() }));
  if (found) throw redirect(`${productStockHref(found)}?scan=1`);
  const query = stockAddress.parse(search);
  const list = await listStock(db, query);
  return { query: { ...query, page: list.page }, list, unknownCode: code };
}

export default function StockPage({
  loaderData: { query, list, unknownCode },
}: Route.ComponentProps) {
  useLive("stock", "move", "order", "product");
  const total = list.counts[query.state] ?? 0;
  return (
    <ListPage
      title={TITLE}
      intro={introOf(list.counts)}
      actions={<FileLinks importTo="/admin/stock/import" exportTo={stockAddress.csvHref(query)} />}
      above={<ScanForm unknownCode={unknownCode} />}
      toolbar={
        <ListToolbar
          label={TITLE}
          fieldLabel="Chercher un produit"
          placeholder="Nom, référence ou EAN"
          {...stockAddress.toolbar(query, ["state"])}
        >
          <FilterLinks {...stockAddress.links("state", query, list.counts)} />
        </ListToolbar>
      }
      total={total}
      count={boundedPlural(total, "produit")}
      {...stockAddress.pages(query, list.pageCount)}
      pagesLabel="Pages du stock"
      empty={emptyOf(query)}
    >
      <StockTable
        products={list.products}
        caption={`${TITLE}, page ${query.page} sur ${list.pageCount}`}
      />
    </ListPage>
  );
}

/** How many products are low or sold out. Undefined during a search, which counts only its matches. */
function introOf({ bas, epuises }: StockList["counts"]): string | undefined {
  if (bas === undefined || epuises === undefined) return undefined;
  if (bas === 0) return "Rien à réapprovisionner.";
  const low = `${boundedPlural(bas, "produit")} à réapprovisionner`;
  return epuises > 0
    ? `${low}, dont ${boundedPlural(epuises, "épuisé").toLowerCase()}.`
    : `${low}.`;
}

function emptyOf({ search, state }: StockQuery): EmptyList {
  const action = <ClearFilters to="/admin/stock" />;
  if (search)
    return {
      title: "Aucun produit trouvé.",
      text: "Aucun nom, aucune référence ni aucun EAN ne correspond.",
      action,
    };
  if (state === "tous")
    return {
      title: "Aucun produit trouvé.",
      text: "Les produits de la boutique arrivent ici d’eux-mêmes.",
    };
  return { title: "Aucun produit dans cet état.", text: "C’est bon signe.", action };
}

export const ErrorBoundary = listErrorBoundary(TITLE);
