import { data, redirect, useSearchParams, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import type { Admin } from "#app/accounts/as-admin.server.ts";
import { ErrorScreen } from "#app/error-screen.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { OpenPlans } from "../prices/open-plans.tsx";
import { openPlansOf } from "../prices/price-plan-list.server.ts";
import { displayName } from "../product-name.ts";
import { PRODUCT_ID, type ProductTexts } from "../product-schema.ts";
import type { Route } from "./+types/edit-product-page.ts";
import { getEditedProduct, latestActs } from "./edited-product.server.ts";
import { convertedTexts, questionOf, refusal } from "./form-refusal.ts";
import type { FormStart } from "./form-state.tsx";
import { mergeDrafts } from "./merge-drafts.ts";
import { productListHref } from "./outcome-message.ts";
import {
  draftOf,
  parseDraft,
  readBase,
  readDraft,
  readUploads,
  type EditedProduct,
} from "./product-draft.ts";
import { ProductForm } from "./product-form.tsx";
import { ProductHistory } from "./product-history.tsx";
import { productsAddress } from "./product-list-query.ts";
import { createProduct, updateProduct } from "./save-product.server.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noindexMeta(loaderData ? displayName(loaderData.product.name) : "Produit", matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const product = await find(db, params.id);
  // Returned, not thrown: without JavaScript, the page must show the posted form of a deleted product again with its input.
  if (!product) return data(null, 404);
  const [acts, plans] = await Promise.all([
    latestActs(db, product.id),
    openPlansOf(db, product.id),
  ]);
  return { product, acts, plans, now: new Date() };
}

async function find(db: Services["db"], id: string) {
  return PRODUCT_ID.test(id) ? getEditedProduct(db, id) : null;
}

/**
 * Revalidates only for another product, because new data would replace the input. If another administrator saves or deletes the
 * product meanwhile, saving this form reports the conflict.
 */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams["id"] !== nextParams["id"];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const converted = convertedTexts(form);
  if (converted) return converted;
  try {
    const stored = await find(services.db, params.id);
    const parsed = parseDraft(readDraft(form), stored && draftOf(stored));
    if (!parsed.ok) return refusal(form, { kind: "invalid", errors: parsed.errors }, 400);
    const back = productsAddress.fields(productsAddress.back(new URL(request.url).searchParams));
    const { product } = parsed;
    // A page of the previous version has no such field: the announcement stays.
    const reducedUntil = form.has("reducedUntil") ? parsed.reducedUntil : undefined;
    return await save(services, admin, params.id, { form, product, reducedUntil, back });
  } catch (error) {
    if (error instanceof Response) throw error;
    services.log.error({ error: describeError(error) }, "product");
    return refusal(form, { kind: "failed" }, 503);
  }
}

type Posted = {
  form: FormData;
  product: ProductTexts;
  reducedUntil: string | null | undefined;
  /** The list's filters, as URL parameters. */
  back: [string, string][];
};

async function save(
  services: Services,
  admin: Admin,
  id: string,
  { form, product, reducedUntil, back }: Posted,
) {
  const draft = readDraft(form);
  const uploadIds = readUploads(form);
  const version = Number(form.get("version"));
  const question = questionOf(services, form);
  if (!PRODUCT_ID.test(id)) return refusal(form, { kind: "gone" }, 409);
  // Version 0: the product was deleted after the form was loaded, so saving creates a new one.
  const outcome =
    version === 0
      ? await createProduct(services, admin, { product, uploadIds, question })
      : await updateProduct(services, admin, {
          id,
          version,
          product,
          reducedUntil,
          pictures: draft.pictures,
          uploadIds,
          question,
        });
  switch (outcome.kind) {
    case "created":
      throw redirect(productListHref("cree", "none", back));
    case "updated":
      throw redirect(productListHref("modifie", outcome.files, back));
    case "upload-gone":
      return refusal(form, { kind: "upload-gone" }, 409);
    case "doubtful":
      return refusal(form, outcome, 422);
    case "no-reduction":
    case "reference-taken":
      return refusal(form, outcome, 409);
    case "gone":
      return refusal(form, { kind: "gone", draft: { ...draft, pictures: [] } }, 409);
    case "conflict":
      return conflict(services, id, form);
  }
}

async function conflict({ db }: Services, id: string, form: FormData) {
  const mine = readDraft(form);
  const product = await getEditedProduct(db, id);
  if (!product) return refusal(form, { kind: "gone", draft: { ...mine, pictures: [] } }, 409);
  const [last] = await latestActs(db, id);
  const theirs = startOf(product);
  const { merged, clashes } = mergeDrafts(readBase(form), theirs.draft, mine);
  const by = last?.actorName ?? "Quelqu’un d’autre";
  return refusal(
    form,
    {
      kind: "conflict",
      draft: merged,
      theirs,
      conflict: { clashes, by, at: last?.createdAt ?? null },
    },
    409,
  );
}

function startOf(product: EditedProduct): FormStart {
  const { version, pictures, priorCents, id, verifiedFindings } = product;
  return { version, draft: draftOf(product), pictures, priorCents, id, verifiedFindings };
}

export default function EditProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listHref = productsAddress.backHref(search);
  if (!loaderData && !actionData) return <ErrorScreen status={404} detail="Document not found" />;
  const product = loaderData?.product;
  const title = product ? displayName(product.name) : "Produit supprimé";
  return (
    <>
      <Link className="crumb" to={listHref}>
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
