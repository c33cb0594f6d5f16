import type { FormOutcome, Loaded, Posted } from "#app/ui/areas/form-version.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Picture } from "../product-schema.ts";
import { openFindings, type WatchedTexts } from "../watch/watch.ts";
import type { Doubtful } from "./doubts.server.ts";
import { isSame, type NamedField, type ProductDraft } from "./draft-fields.ts";
import type { GalleryPicture } from "./gallery-editor.tsx";
import { EMPTY_DRAFT, parseDraft, type DraftErrors } from "./product-draft.ts";

/** A stored product's form, or that of a new one (version 0). */
export type ProductStart = Loaded<ProductDraft> & {
  pictures: readonly Picture[];
  /** The struck price of the announced reduction; null without one. */
  priorCents: number | null;
  /** The product's id; null for a new one. */
  id: string | null;
  /** The findings that an administrator has verified (`findingKey`). */
  verifiedFindings: readonly string[] | null;
};

export const NEW_PRODUCT: ProductStart = {
  version: 0,
  draft: EMPTY_DRAFT,
  pictures: [],
  priorCents: null,
  id: null,
  verifiedFindings: null,
};

/** The action's result for a form that was not saved. */
export type Refusal = { draft: ProductDraft; posted: Posted } & (
  | FormOutcome<ProductStart, NamedField>
  /** Errors that only the server can find. They are shown until one of the fields `judged` changes. */
  | { kind: "judged"; errors: DraftErrors; judged: readonly NamedField[] }
  /** The texts contained HTML. `draft` has them converted to Markdown. */
  | { kind: "converted" }
  | Doubtful
  | { kind: "upload-gone" }
  /** The product was deleted after the form was loaded: saving again creates a new one. */
  | { kind: "gone"; start: ProductStart }
);

const WATCHED = [
  "name",
  "category",
  "description",
  "composition",
  "specifications",
  "precautions",
] as const satisfies (keyof WatchedTexts)[];

/** The unverified findings of the form. A changed text ends the verification, as in the database. */
export function findingsIn(draft: ProductDraft, { draft: stored, verifiedFindings }: ProductStart) {
  const isChanged = WATCHED.some(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(stored[field]),
  );
  return openFindings(draft, isChanged ? null : verifiedFindings);
}

/** The unsaved changes of the pictures, in French. `uploads`: their number. */
export function pictureChanges(start: ProductStart, draft: ProductDraft, uploads: number) {
  const removed = start.pictures.filter(({ path }) => !draft.pictures.includes(path)).length;
  const isMoved = removed === 0 && !isSame("pictures", draft, start.draft);
  return [
    ...(isMoved ? ["l’ordre des images"] : []),
    ...(removed > 0 ? [`${plural(removed, "image")} à retirer`] : []),
    ...(uploads > 0 ? [plural(uploads, "envoi")] : []),
  ];
}

/** The hint of the field « Réduction annoncée jusqu’au ». */
export function priceReductionHint({ priorCents }: ProductStart): string {
  return priorCents === null
    ? "Vide\u00a0: rien n’est annoncé. Le prix barré se calcule\u00a0: le plus bas des 30 jours avant la réduction."
    : `Prix barré\u00a0: ${formatPrice(priorCents)}, le plus bas des 30 jours avant la réduction. Vider la date retire l’annonce.`;
}

/** The errors of the server that still apply to the current input, with the current messages. */
export function remainingErrors(
  answer: Refusal | undefined,
  draft: ProductDraft,
  stored: ProductDraft,
): Record<string, string> {
  if (answer?.kind === "judged")
    return answer.judged.every((field) => isSame(field, draft, answer.draft)) ? answer.errors : {};
  if (answer?.kind !== "invalid") return {};
  const parsed = parseDraft(draft, stored);
  if (parsed.ok) return {};
  return Object.fromEntries(
    Object.entries(parsed.errors).filter(([field]) => field in answer.errors),
  );
}

/** The pictures in the draft's order; removed ones stay at their former position. */
export function galleryOf({ pictures }: ProductStart, draft: ProductDraft): GalleryPicture[] {
  const known = new Map(pictures.map((picture) => [picture.path, picture]));
  const gallery = draft.pictures.flatMap((path) => {
    const picture = known.get(path);
    return picture ? [{ ...picture, isRemoved: false }] : [];
  });
  for (const [index, picture] of pictures.entries())
    if (!draft.pictures.includes(picture.path))
      gallery.splice(index, 0, { ...picture, isRemoved: true });
  return gallery;
}

/** The French error of the pictures, or undefined. `hasFailed`: the form was not saved because an upload failed. */
export function galleryError(answer: Refusal | undefined, hasFailed: boolean): string | undefined {
  if (hasFailed)
    return "Un envoi a échoué, le produit n’est pas enregistré\u00a0: reprenez l’envoi ou retirez-le de la liste, puis enregistrez.";
  return answer?.kind === "upload-gone"
    ? "Une image envoyée n’est plus là\u00a0: retirez-la de la liste et envoyez-la de nouveau."
    : undefined;
}

/** The hint of the price field (French), with the stored price if the typed one differs. */
export function priceHint(
  { version, draft: { price } }: ProductStart,
  draft: ProductDraft,
): string {
  if (version === 0 || price === draft.price) return "En chiffres seulement.";
  return `Était ${formatPrice(Number(price) * 100)}. En chiffres seulement.`;
}
