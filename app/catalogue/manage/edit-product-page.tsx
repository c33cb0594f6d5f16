import { data, useSearchParams, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { latestActs } from "#app/audit/latest-acts.server.ts";
import { ErrorScreen } from "#app/error-screen.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { OpenPlans } from "../prices/open-plans.tsx";
import { openPlansOf } from "../prices/price-plan-list.server.ts";
import { displayName } from "../product-name.ts";
import type { Route } from "./+types/edit-product-page.ts";
import { readProductForm } from "./edited-product.server.ts";
import { NEW_PRODUCT } from "./form-state.ts";
import { ProductForm } from "./product-form.tsx";
import { ProductHistory } from "./product-history.tsx";
import { productsAddress } from "./product-list-query.ts";
import { postProduct } from "./product-route.ts";

const LATEST_ACTS = 5;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noindexMeta(loaderData ? displayName(loaderData.start.draft.name) : "Produit", matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const { id } = params;
  const start = await readProductForm(db, id);
  // Returned, not thrown: without JavaScript, the page must show the posted form of a deleted product again with its input.
  if (!start) return data(null, 404);
  const [acts, plans] = await Promise.all([
    latestActs(db, { type: "product", id }, LATEST_ACTS),
    openPlansOf(db, id),
  ]);
  return { start, acts, plans, now: new Date() };
}

/**
 * Revalidates only for another product, because new data would replace the input. If another administrator saves or deletes the
 * product meanwhile, saving this form reports the conflict.
 */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams["id"] !== nextParams["id"];
}

export const action = ({ params, request, context }: Route.ActionArgs) =>
  postProduct(request, context, params.id);

export default function EditProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listHref = productsAddress.backHref(search);
  if (!loaderData && !actionData) return <ErrorScreen status={404} detail="Document not found" />;
  const start = loaderData?.start;
  const title = start ? displayName(start.draft.name) : "Produit supprimé";
  return (
    <>
      <BackLink to={listHref}>Produits</BackLink>
      <PageHead
        title={title}
        actions={
          start && (
            <ButtonLink icon="eye" variant="plain" size="s" to={`/produit/${start.id}`}>
              Voir dans la boutique
            </ButtonLink>
          )
        }
      >
        {start && <span className="code">{start.id}</span>}
      </PageHead>
      <ProductForm
        key={start?.id}
        loaded={start ?? NEW_PRODUCT}
        answer={actionData}
        listHref={listHref}
        title={title}
        aside={
          loaderData && (
            <>
              <OpenPlans plans={loaderData.plans} />
              <ProductHistory acts={loaderData.acts} now={loaderData.now} />
            </>
          )
        }
      />
    </>
  );
}
