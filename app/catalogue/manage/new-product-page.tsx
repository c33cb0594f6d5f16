import { data, Link, redirect } from "react-router";
import type { Route } from "./+types/new-product-page.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { doneHref } from "./done.ts";
import { parseDraft, readDraft, readUploads } from "./product-draft.ts";
import type { ProductAnswer } from "./form-state.tsx";
import { ProductForm } from "./product-form.tsx";
import { createProduct } from "./save-product.server.ts";

const TITLE = "Nouveau produit";

export const meta: Route.MetaFunction = () => [
  { title: `${TITLE} · Éclat` },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return null;
}

/** What is typed stays: nothing else that changes in the shop loads the page again. */
export const shouldRevalidate = () => false;

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const form = await readForm(request);
  const draft = readDraft(form);
  const parsed = parseDraft(draft);
  if (!parsed.ok)
    return data<ProductAnswer>({ kind: "invalid", draft, errors: parsed.errors }, 400);
  const outcome = await createProduct(context.get(requestContext).services, admin, {
    product: parsed.product,
    uploadIds: readUploads(form),
  });
  if (outcome.kind === "upload-gone")
    return data<ProductAnswer>({ kind: "upload-gone", draft }, 409);
  throw redirect(doneHref("cree"));
}

export default function NewProductPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <Link className="crumb" to="/admin/produits">
        <Icon name="arrow-left" size={16} />
        Produits
      </Link>
      <PageHead title={TITLE} />
      <ProductForm start={null} answer={actionData} title={TITLE} />
    </>
  );
}
