import { useEffect, useEffectEvent } from "react";
import { data, redirect, useNavigation, useSearchParams, useSubmit } from "react-router";
import type { Route } from "./+types/products-page.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { ListErrorBoundary } from "#app/pages/error-screen.tsx";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useClose } from "#app/ui/use-close.ts";
import { useFocusOnPage } from "#app/ui/use-focus-on-page.ts";
import { DeleteProduct } from "./delete-product.tsx";
import { doneHref, whatIsDone } from "./outcome-message.ts";
import { listForAdmin, productToDelete } from "./product-list.server.ts";
import {
  parseProductListQuery,
  productListFields,
  productsCsvHref,
  productsHref,
  withReturn,
} from "./product-list-query.ts";
import { NoProducts, ProductsToolbar } from "./products-toolbar.tsx";
import { ProductsTable } from "./products-table.tsx";
import { deleteProduct } from "./save-product.server.ts";

const TITLE = "Produits";

export const meta: Route.MetaFunction = () => [
  { title: `${TITLE} · Éclat` },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const query = parseProductListQuery(search);
  const deleted = search.get("supprimer");
  const [list, toDelete] = await Promise.all([
    listForAdmin(db, query),
    deleted === null ? null : productToDelete(db, deleted.replaceAll("\0", "")),
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
  const query = parseProductListQuery(new URL(request.url).searchParams);
  throw redirect(doneHref("supprime", outcome.files, productListFields(query)));
}

export default function ProductsPage({
  loaderData: { query, list, toDelete },
}: Route.ComponentProps) {
  useLive("product");
  const heading = useFocusOnPage(query.page);
  const told = useDone();
  // A navigation rather than a fetcher: the list that hears of the deletion and loads anew would drop its redirect.
  const submit = useSubmit();
  const isBusy = useNavigation().formMethod === "POST";
  const listHref = productsHref(query);
  const close = useClose(listHref);
  const { count, featured } = list.shop;
  const summary = `${boundedNumber(list.total, { isStart: true })} produit${list.total > 1 ? "s" : ""}, page ${query.page} sur ${list.pageCount}`;
  return (
    <>
      <PageHead
        title={TITLE}
        heading={heading}
        actions={
          <>
            <ButtonLink variant="plain" size="s" to="/admin/produits/importer">
              <Icon name="upload" size={16} />
              Importer
            </ButtonLink>
            <ButtonLink variant="plain" size="s" to={productsCsvHref(query)} reloadDocument>
              <Icon name="download" size={16} />
              Exporter
            </ButtonLink>
            <ButtonLink size="s" to={withReturn("/admin/new/product", query)}>
              <Icon name="plus" size={16} />
              Nouveau
            </ButtonLink>
          </>
        }
      >
        {boundedNumber(count, { isStart: true })} produit{count > 1 && "s"}
        {featured > 0 && `, dont ${boundedNumber(featured)} en Vedette`}.
      </PageHead>
      {told.length > 0 && (
        <noscript>
          {told.map(({ tone, text }) => (
            <Note key={text} tone={tone}>
              {text}
            </Note>
          ))}
        </noscript>
      )}
      <output className="sr">{summary}</output>
      <DeleteProduct
        product={toDelete}
        onConfirm={(answer) =>
          void submit(answer, { method: "post", action: listHref, replace: true })
        }
        onCancel={close}
        isBusy={isBusy}
        backHref={listHref}
      />
      <div className="panel">
        <ProductsToolbar query={query} />
        {list.total === 0 ? (
          <NoProducts query={query} />
        ) : (
          <ProductsTable products={list.products} query={query} pageCount={list.pageCount} />
        )}
        <Pager
          page={query.page}
          pageCount={list.pageCount}
          href={(page) => productsHref({ ...query, page })}
          label="Pages des produits"
          summary={summary}
        />
      </div>
    </>
  );
}

/** Says once, as messages, what the address tells was done; then the address forgets it. */
function useDone() {
  const [search, setSearch] = useSearchParams();
  const told = whatIsDone(search);
  const tell = useEffectEvent(() => {
    for (const { tone, text } of told) toast[tone === "ok" ? "success" : "error"](text);
    setSearch(
      (before) => {
        before.delete("fait");
        before.delete("fichiers");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  const isTold = told.length === 0;
  useEffect(() => {
    if (!isTold) tell();
  }, [isTold]);
  return told;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListErrorBoundary error={error} title={TITLE} />;
}
