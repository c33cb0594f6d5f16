import { useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/new-product-page.ts";
import { NEW_PRODUCT } from "./form-state.ts";
import { ProductForm } from "./product-form.tsx";
import { productsAddress } from "./product-list-query.ts";
import { postProduct } from "./product-route.ts";

const TITLE = "Nouveau produit";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return null;
}

/** The page's loader returns no data, so it never needs to run again. */
export const shouldRevalidate = () => false;

export const action = ({ request, context }: Route.ActionArgs) => postProduct(request, context, "");

export default function NewProductPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listHref = productsAddress.backHref(search);
  return (
    <>
      <BackLink to={listHref}>Produits</BackLink>
      <PageHead title={TITLE} />
      <ProductForm loaded={NEW_PRODUCT} answer={actionData} listHref={listHref} title={TITLE} />
    </>
  );
}
