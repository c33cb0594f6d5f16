import { data, redirect, useSearchParams, useSubmit } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { FileLinks } from "#app/ui/areas/file-links.tsx";
import { withReturn } from "#app/ui/areas/list-address.ts";
import { ClearFilters, ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { boundedPlural } from "#app/ui/areas/plural.ts";
import { useClose } from "#app/ui/areas/use-close.ts";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { Route } from "./+types/products-page.ts";
import { deleteProduct } from "./delete-product.server.ts";
import { DeleteProduct } from "./delete-product.tsx";
import { productListHref, outcomeMessages } from "./outcome-message.ts";
import { productsAddress, type ProductListQuery } from "./product-list-query.ts";
import { listForAdmin, productToDelete } from "./product-list.server.ts";
import { ProductSelection } from "./product-selection.tsx";
import { ProductsTable } from "./products-table.tsx";
import { ProductsToolbar } from "./products-toolbar.tsx";

const TITLE = "Produits";
const SELECTION_FORM = "choix";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { services } = context.get(requestContext);
  const search = new URL(request.url).searchParams;
  const query = productsAddress.parse(search);
  const deleted = search.get("supprimer");
  const [list, toDelete] = await Promise.all([
    listForAdmin(services.db, query, services.settings.current().shop.responsiblePerson !== ""),
    deleted === null ? null : productToDelete(services, deleted.replaceAll("\0", "")),
  ]);
  return { query: { ...query, page: list.page }, list, toDelete };
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const form = await readForm(request);
  if (form.get("intent") !== "delete") throw data(null, { status: 400 });
  const id = String(form.get("id"));
  const outcome = await deleteProduct(context.get(requestContext).services, admin, id);
  if (outcome.kind === "gone") throw data("Document not found", { status: 404 });
  const query = productsAddress.parse(new URL(request.url).searchParams);
  throw redirect(productListHref("supprime", outcome.files, productsAddress.fields(query)));
}

export default function ProductsPage({
  loaderData: { query, list, toDelete },
}: Route.ComponentProps) {
  useLive("product");
  const messages = useOutcomeMessages();
  // A navigation instead of a fetcher, because the live update of the deletion revalidates the list, and React Router would then
  // drop the redirect of a fetcher.
  const submit = useSubmit();
  const listHref = productsAddress.href(query);
  const close = useClose(listHref);
  return (
    <ListPage
      title={TITLE}
      intro={<ShopCount {...list.shop} />}
      actions={
        <>
          <FileLinks
            importTo="/admin/produits/importer"
            exportTo={productsAddress.csvHref(query)}
          />
          {/* The empty list has it. */}
          {list.shop.count > 0 && (
            <ButtonLink
              icon="plus"
              size="s"
              to={withReturn("/admin/new/product", productsAddress.fields(query))}
            >
              Nouveau
            </ButtonLink>
          )}
        </>
      }
      above={
        <>
          {messages.length > 0 && (
            <noscript>
              {messages.map(({ tone, text }) => (
                <Note key={text} tone={tone}>
                  {text}
                </Note>
              ))}
            </noscript>
          )}
          <DeleteProduct
            product={toDelete}
            onConfirm={(answer) =>
              void submit(answer, { method: "post", action: listHref, replace: true })
            }
            onCancel={close}
            backHref={listHref}
          />
        </>
      }
      toolbar={
        <>
          <ProductsToolbar query={query} />
          {list.total > 0 && (
            <ProductSelection
              id={SELECTION_FORM}
              query={query}
              total={list.total}
              shown={list.products.map(({ id }) => id)}
            />
          )}
        </>
      }
      total={list.total}
      count={boundedPlural(list.total, "produit")}
      {...productsAddress.pages(query, list.pageCount)}
      pagesLabel="Pages des produits"
      empty={noProducts(query)}
    >
      <ProductsTable
        products={list.products}
        query={query}
        caption={`${TITLE}, page ${query.page} sur ${list.pageCount}`}
        selectionForm={SELECTION_FORM}
      />
    </ListPage>
  );
}

function ShopCount({ count, featured }: { count: number; featured: number }) {
  return (
    <>
      {`${boundedPlural(count, "produit")}${featured > 0 ? `, dont ${boundedNumber(featured)} en Vedette` : ""}. `}
      <TextLink to="/admin/verifications">Ce qui est à vérifier</TextLink>
      {" · "}
      <TextLink to="/admin/familles">Familles</TextLink>
      {" · "}
      <TextLink to="/admin/produits/prix">Prix prévus</TextLink>
    </>
  );
}

function noProducts({ search, category, sellingType, isIncomplete }: ProductListQuery): EmptyList {
  const isFiltered = category !== null || sellingType !== null || isIncomplete;
  if (!isFiltered && !search)
    return {
      ...NONE_FOUND,
      text: "Le premier produit de la boutique attend son nom, son prix et ses images.",
      action: <ButtonLink to="/admin/new/product">Nouveau</ButtonLink>,
    };
  if (!isFiltered) return NONE_FOUND;
  const what = search ? "à la fois à la recherche et aux filtres" : "à ces filtres";
  return { ...NONE_FOUND, text: `Aucun produit ne correspond ${what}.` };
}

const NONE_FOUND: EmptyList = {
  drawing: "flower",
  title: "Aucun produit trouvé.",
  text: "Aucun nom ne contient ces mots, et aucun identifiant n’y correspond.",
  action: <ClearFilters to="/admin/produits" />,
};

/** Shows the messages that the list's URL names once, as toasts, then removes them from the URL. Also returns them. */
function useOutcomeMessages() {
  const [search, setSearch] = useSearchParams();
  const messages = outcomeMessages(search);
  useAnswer(messages.map(({ text }) => text).join(" ") || null, () => {
    for (const { tone, text } of messages) toast[tone === "ok" ? "success" : "error"](text);
    setSearch(
      (before) => {
        before.delete("fait");
        before.delete("fichiers");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  return messages;
}

export const ErrorBoundary = listErrorBoundary(TITLE);
