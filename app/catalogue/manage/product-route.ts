import { data, redirect, type RouterContextProvider } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { conflictAnswer } from "#app/audit/latest-acts.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { htmlToMarkdown, htmlToPlainText } from "#app/platform/html-text.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import { postedOf, readPosted } from "#app/ui/areas/form-version.ts";
import { referenceTaken } from "../facts/product-facts.ts";
import { priceReductionRefusal } from "./check-price-reduction.server.ts";
import type { Question } from "./doubts.server.ts";
import type { ProductDraft } from "./draft-fields.ts";
import { readProductForm } from "./edited-product.server.ts";
import { NEW_PRODUCT, type Refusal } from "./form-state.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import { productListHref } from "./outcome-message.ts";
import { parseDraft, parseStoredDraft, readDraft, readUploads } from "./product-draft.ts";
import { productsAddress } from "./product-list-query.ts";
import { createProduct, updateProduct } from "./save-product.server.ts";

/**
 * Saves the posted form of a product, for administrators. `id`: the product's; empty for a new one. Redirects to the list once it
 * is saved, otherwise responds with what the form shows.
 */
export async function postProduct(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string,
) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const draft = readDraft(form);
  const posted = id === "" ? postedOf(NEW_PRODUCT) : readPosted(form);
  const { version } = posted;
  const answer = (outcome: Partial<Refusal>, status: number) =>
    data({ draft, posted, ...outcome } as Refusal, status);
  const gone = () =>
    answer(
      {
        kind: "gone",
        draft: { ...draft, pictures: [] },
        posted: postedOf(NEW_PRODUCT),
        start: NEW_PRODUCT,
      },
      409,
    );
  const converted = withoutHtml(draft);
  if (converted) return answer({ kind: "converted", draft: converted }, 422);
  try {
    const stored = await readProductForm(services.db, id);
    const parsed = parseDraft(draft, stored?.draft);
    if (!parsed.ok) return answer({ kind: "invalid", errors: parsed.errors }, 400);
    // Version 0 of a deleted product: saving it again creates a new one.
    if (version > 0 && !stored) return gone();
    const { product } = parsed;
    const [uploadIds, question] = [readUploads(form), questionOf(services, form)];
    const outcome =
      version === 0
        ? await createProduct(services, admin, { product, uploadIds, question })
        : await updateProduct(services, admin, {
            id,
            version,
            product,
            // A page of the previous version lacks the field: the announcement stays unchanged.
            reducedUntil: form.has("reducedUntil") ? parsed.reducedUntil : undefined,
            pictures: draft.pictures,
            uploadIds,
            question,
          });
    const back = productsAddress.fields(productsAddress.back(new URL(request.url).searchParams));
    switch (outcome.kind) {
      case "created":
        return redirect(productListHref("cree", "none", back));
      case "updated":
        return redirect(productListHref("modifie", outcome.files, back));
      case "gone":
        return gone();
      case "upload-gone":
        return answer(outcome, 409);
      case "doubtful":
        return answer(outcome, 422);
      case "no-reduction": {
        const errors = { reducedUntil: priceReductionRefusal(outcome) };
        return answer({ kind: "judged", errors, judged: ["price", "reducedUntil"] }, 409);
      }
      case "reference-taken": {
        const errors = { reference: referenceTaken(outcome.by) };
        return answer({ kind: "judged", errors, judged: ["reference"] }, 409);
      }
      case "conflict": {
        const theirs = await readProductForm(services.db, id);
        if (!theirs) return gone();
        const merged = mergeDrafts(parseStoredDraft(posted.base), theirs.draft, draft);
        const subject = { type: "product" as const, id };
        return answer(await conflictAnswer(services.db, subject, theirs, merged), 409);
      }
    }
  } catch (error) {
    services.log.error({ error: describeError(error) }, "product");
    return answer({ kind: "failed" }, 503);
  }
}

/** A draft with its HTML converted to Markdown or plain text, which the administrator checks before saving; null without HTML. */
function withoutHtml(draft: ProductDraft): ProductDraft | null {
  const description = htmlToMarkdown(draft.description);
  const composition = htmlToPlainText(draft.composition);
  if (description === draft.description && composition === draft.composition) return null;
  return { ...draft, description, composition };
}

/** The question that a form's product must answer; undefined in the demo, which asks nothing. */
function questionOf(
  { config, settings }: Pick<Services, "config" | "settings">,
  form: FormData,
): Question | undefined {
  if (config.demo) return undefined;
  const hasResponsible = settings.current().shop.responsiblePerson !== "";
  const reason = form.get("reason");
  return { hasResponsible, reason: typeof reason === "string" ? reason : null };
}
