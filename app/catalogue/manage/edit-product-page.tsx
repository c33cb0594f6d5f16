import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Route } from "./+types/edit-product-page.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { ErrorScreen } from "#app/pages/error-screen.tsx";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext, type Services } from "#app/platform/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { displayName } from "../product-name.ts";
import { doneHref } from "./done.ts";
import { getEditedProduct, latestActs } from "./edited-product.server.ts";
import {
  draftOf,
  mergeDrafts,
  parseDraft,
  readBase,
  readDraft,
  readUploads,
  type EditedProduct,
  type ProductDraft,
} from "./product-draft.ts";
import type { FormStart, ProductAnswer } from "./form-state.tsx";
import { ProductForm } from "./product-form.tsx";
import { ProductHistory } from "./product-history.tsx";
import { createProduct, updateProduct } from "./save-product.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${displayName(loaderData.product.name)} · Éclat` : "Produit · Éclat" },
  { name: "robots", content: "noindex" },
];

export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const product = await getEditedProduct(db, params.id);
  // Not thrown: without JavaScript, the form of a product deleted meanwhile is shown again, with what was typed.
  if (!product) return data(null, 404);
  return { product, acts: await latestActs(db, product.id), now: new Date() };
}

/**
 * What is typed stays: a product that somebody else saves or deletes meanwhile is told when this form is saved
 * (two administrators on one product), not by loading the page anew under the hands.
 */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams["id"] !== nextParams["id"];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const draft = readDraft(form);
  const parsed = parseDraft(draft);
  if (!parsed.ok)
    return data<ProductAnswer>({ kind: "invalid", draft, errors: parsed.errors }, 400);
  const { product } = parsed;
  const uploadIds = readUploads(form);
  const version = Number(form.get("version"));
  // The form of a product that was deleted meanwhile makes a new one.
  const outcome =
    version === 0
      ? await createProduct(services, admin, { product, uploadIds })
      : await updateProduct(services, admin, {
          id: params.id,
          version,
          product,
          pictures: draft.pictures,
          uploadIds,
        });
  switch (outcome.kind) {
    case "created":
      throw redirect(doneHref("cree"));
    case "updated":
      throw redirect(doneHref("modifie", outcome.files));
    case "upload-gone":
      return data<ProductAnswer>({ kind: "upload-gone", draft }, 409);
    case "gone":
      return data<ProductAnswer>({ kind: "gone", draft: { ...draft, pictures: [] } }, 409);
    case "conflict":
      return data<ProductAnswer>(await conflictOf(services, params.id, draft, readBase(form)), 409);
  }
}

async function conflictOf(
  { db }: Services,
  id: string,
  mine: ProductDraft,
  base: ProductDraft | null,
): Promise<ProductAnswer> {
  const product = await getEditedProduct(db, id);
  if (!product) return { kind: "gone", draft: { ...mine, pictures: [] } };
  const [last] = await latestActs(db, id);
  const theirs = startOf(product);
  const { merged, clashes } = mergeDrafts(base, theirs.draft, mine);
  const by = last?.actorName ?? "Quelqu’un d’autre";
  return {
    kind: "conflict",
    draft: merged,
    theirs,
    conflict: { clashes, by, at: last?.createdAt ?? null },
  };
}

function startOf(product: EditedProduct): FormStart {
  return { version: product.version, draft: draftOf(product), pictures: product.pictures };
}

export default function EditProductPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData && !actionData) return <ErrorScreen status={404} detail="Document not found" />;
  const product = loaderData?.product;
  const title = product ? displayName(product.name) : "Produit supprimé";
  return (
    <>
      <Link className="crumb" to="/admin/produits">
        <Icon name="arrow-left" size={16} />
        Produits
      </Link>
      <PageHead
        title={title}
        actions={
          product && (
            <ButtonLink variant="plain" size="s" to={`/produit/${product.id}`}>
              <Icon name="eye" size={16} />
              Voir dans la boutique
            </ButtonLink>
          )
        }
      >
        {product && <span className="code">{product.id}</span>}
      </PageHead>
      <ProductForm
        key={product?.id}
        start={product ? startOf(product) : null}
        answer={actionData}
        title={title}
        aside={loaderData && <ProductHistory acts={loaderData.acts} now={loaderData.now} />}
      />
    </>
  );
}
