import { data, redirect, type RouterContextProvider } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { readForm, typedValues } from "#app/platform/form.server.ts";
import { isId } from "#app/platform/id.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext } from "#app/request-context.ts";
import { itemsOf } from "#app/settings/items.ts";
import { readPosted, type Posted } from "#app/ui/areas/form-version.ts";
import { memberProducts, type EditedMember, type MemberProduct } from "./families.server.ts";
import type { FamilyDraft } from "./family-draft.ts";
import { familySchema, MOST_MEMBERS } from "./family-schema.ts";
import { deleteFamily, saveFamily, type SaveFamilyOutcome } from "./save-family.server.ts";

const LIST = "/admin/familles";

/** The action's result for a form that was not saved. */
export type FamilyRefusal = {
  id: string;
  draft: FamilyDraft;
  posted: Posted;
  products: Record<string, MemberProduct>;
} & (
  | { kind: "invalid"; errors: Record<string, string> }
  | { kind: "failed" }
  /**
   * Somebody else saved or deleted the family. `posted.version` is the stored version, 0 if deleted, so that the next save overwrites it.
   */
  | { kind: "outdated" }
);

/** Saves or deletes the family of a posted form, for administrators. */
export async function postFamily(request: Request, context: Readonly<RouterContextProvider>) {
  const admin = await requireAdmin(context);
  const { db, log } = context.get(requestContext).services;
  const form = await readForm(request);
  const id = String(form.get("id"));
  if (!isId(id)) throw data(null, { status: 400 });
  if (form.get("intent") === "delete") {
    if (!(await deleteFamily(db, admin, id))) throw data("Document not found", { status: 404 });
    return redirect(`${LIST}?fait=supprimee`);
  }
  if (form.get("intent") !== "save") throw data(null, { status: 400 });
  const posted = readPosted(form);
  const { version } = posted;
  const values = typedValues(familySchema, form);
  // Drops items of a forged form that the page could not render.
  const items = itemsOf<EditedMember>(values["members"]).filter(
    ({ id: productId, label, colour }) =>
      [productId, label, colour].every((part) => typeof part === "string"),
  );
  const draft = { name: "", kind: "", ...values, members: JSON.stringify(items) };
  const ids = items.map((item) => item.id).slice(0, MOST_MEMBERS);
  const products = await memberProducts(db, ids);
  const answer = (outcome: object, status: number) =>
    data({ id, draft, posted, products, ...outcome } as FamilyRefusal, status);
  const parsed = familySchema.safeParse(draft);
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= message;
    return answer({ kind: "invalid", errors }, 400);
  }
  try {
    const outcome = await saveFamily(db, admin, { id, version, ...parsed.data });
    if (outcome.kind === "saved") return redirect(`${LIST}?fait=enregistree`);
    return outcome.kind === "conflict"
      ? answer({ kind: "outdated", posted: { ...posted, version: outcome.version } }, 409)
      : answer({ kind: "invalid", errors: errorsOf(outcome, items, products) }, 409);
  } catch (error) {
    log.error({ error: describeError(error) }, "family");
    return answer({ kind: "failed" }, 503);
  }
}

/** French messages by field about a family that was not saved. */
function errorsOf(
  outcome: Exclude<SaveFamilyOutcome, { kind: "saved" | "conflict" }>,
  items: readonly EditedMember[],
  products: Record<string, MemberProduct>,
): Record<string, string> {
  const at = (productId: string) =>
    `members.${items.findIndex(({ id }) => id === productId)}.label`;
  switch (outcome.kind) {
    case "name-taken":
      return { name: "Une autre famille porte déjà ce nom." };
    case "taken":
      return Object.fromEntries(
        outcome.products.map(({ id, family }) => [
          at(id),
          `«\u00a0${products[id]?.name ?? id}\u00a0» est déjà dans la famille «\u00a0${family}\u00a0»\u00a0: retirez-le d’abord de l’une des deux.`,
        ]),
      );
    case "gone":
      return Object.fromEntries(
        outcome.ids.map((id) => [at(id), "Ce produit n’existe plus\u00a0: retirez-le."]),
      );
  }
}
