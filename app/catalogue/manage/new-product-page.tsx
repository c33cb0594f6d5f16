import { redirect, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/new-product-page.ts";
import { convertedTexts, questionOf, refusal } from "./form-refusal.ts";
import { productListHref } from "./outcome-message.ts";
import { parseDraft, readDraft, readUploads } from "./product-draft.ts";
import { ProductForm } from "./product-form.tsx";
import { productsAddress } from "./product-list-query.ts";
import { createProduct } from "./save-product.server.ts";

const TITLE = "Nouveau produit";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return null;
}

/** The page's loader returns no data, so it never needs to run again. */
export const shouldRevalidate = () => false;

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const converted = convertedTexts(form);
  if (converted) return converted;
  const parsed = parseDraft(readDraft(form));
  if (!parsed.ok) return refusal(form, { kind: "invalid", errors: parsed.errors }, 400);
  try {
    const { product } = parsed;
    const outcome = await createProduct(services, admin, {
      product,
      uploadIds: readUploads(form),
      question: questionOf(services, form),
    });
    if (outcome.kind !== "created")
      return refusal(form, outcome, outcome.kind === "doubtful" ? 422 : 409);
  } catch (error) {
    services.log.error({ error: describeError(error) }, "new product");
    return refusal(form, { kind: "failed" }, 503);
  }
  const back = productsAddress.fields(productsAddress.back(new URL(request.url).searchParams));
  throw redirect(productListHref("cree", "none", back));
}

export default function NewProductPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listHref = productsAddress.backHref(search);
  return (
    <>
      <Link className="crumb" to={listHref}>
        <Icon name="arrow-left" size={16} />
        Produits
      </Link>
      <PageHead title={TITLE} />
      <ProductForm start={null} answer={actionData} listHref={listHref} title={TITLE} />
    </>
  );
}
