import type { Conflict } from "#app/ui/areas/conflict-panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import { referenceTaken } from "../facts/product-facts.ts";
import type { Picture } from "../product-schema.ts";
import { openFindings, type Finding, type WatchedTexts } from "../watch/watch.ts";
import type { RefusedReduction } from "./check-reduction.server.ts";
import type { Doubtful } from "./doubts.server.ts";
import { FIELD_NAMES, isSame, type TextField } from "./draft-fields.ts";
import type { ProductDraft } from "./draft-fields.ts";
import type { GalleryPicture } from "./gallery-editor.tsx";
import { parseDraft, type DraftErrors } from "./product-draft.ts";
import type { ReferenceTaken } from "./save-product.server.ts";

/**
 * The action's result for a form that was not saved. `draft` has the values that the form now shows; `posted` the submitted
 * version, and `base`, the values that the form started with, as JSON.
 */
export type Refusal = { draft: ProductDraft; posted: Posted } & (
  | { kind: "invalid"; errors: DraftErrors }
  | { kind: "failed" }
  /** The texts were in HTML: `draft` has them converted. */
  | { kind: "converted" }
  | Doubtful
  | { kind: "upload-gone" }
  | ({ kind: "no-reduction" } & RefusedReduction)
  | ReferenceTaken
  /** The product was deleted after the form was loaded: saving again creates a new one. */
  | { kind: "gone" }
  | { kind: "conflict"; conflict: Conflict<TextField>; theirs: FormStart }
);
/** `reason`: for saving a cosmetic with doubts; empty: none was asked for. */
export type Posted = { version: number; base: string; reason: string };

/** The form's initial state: a stored product, or version 0 for a new one. */
export type FormStart = {
  version: number;
  draft: ProductDraft;
  pictures: readonly Picture[];
  /** The struck price of the announced reduction; null without one. */
  priorCents: number | null;
  /** The product's id; null for a new one. */
  id: string | null;
  /** The findings that an administrator has verified (`findingKey`). */
  verifiedFindings: readonly string[] | null;
};

/** The unverified findings of the form. A changed text ends the verification, as in the database. */
export function findingsIn(draft: ProductDraft, start: FormStart): Finding[] {
  const [texts, stored] = [watchedTexts(draft), watchedTexts(start.draft)];
  const isChanged = JSON.stringify(texts) !== JSON.stringify(stored);
  return openFindings(texts, isChanged ? null : start.verifiedFindings);
}

const watchedTexts = ({
  name,
  category,
  description,
  composition,
  specifications,
  precautions,
}: ProductDraft): WatchedTexts => ({
  name,
  category,
  description,
  composition,
  specifications,
  precautions,
});

/** The names of the unsaved changes, in French. `removed` and `uploads` are numbers of pictures. */
export function changesOf(
  start: FormStart,
  draft: ProductDraft,
  removed: number,
  uploads: number,
): string[] {
  const fields = (Object.keys(FIELD_NAMES) as TextField[]).filter(
    (field) => !isSame(field, draft, start.draft),
  );
  const isMoved = removed === 0 && !isSame("pictures", draft, start.draft);
  return [
    ...fields.map((field) => FIELD_NAMES[field].toLowerCase()),
    ...(isMoved ? ["l’ordre des images"] : []),
    ...(removed > 0 ? [`${plural(removed, "image")} à retirer`] : []),
    ...(uploads > 0 ? [plural(uploads, "envoi")] : []),
  ];
}

/** The errors of a refused form by field. */
export function refusedErrors(answer: Refusal | undefined): DraftErrors | undefined {
  if (answer?.kind === "no-reduction") return { reducedUntil: reductionRefusal(answer) };
  if (answer?.kind === "reference-taken") return { reference: referenceTaken(answer.by) };
  return answer?.kind === "invalid" ? answer.errors : undefined;
}

function reductionRefusal({ lowestCents, possibleFrom }: RefusedReduction): string {
  return lowestCents === null
    ? `Le prix barré est le plus bas des 30 derniers jours, et le prix de ce produit est suivi depuis moins longtemps\u00a0: une réduction pourra être annoncée à partir du ${frenchLongDay(possibleFrom)}.`
    : `Le prix le plus bas des 30 derniers jours est ${formatPrice(lowestCents)}\u00a0: une réduction annoncée demande un prix plus bas.`;
}

/** The hint of the field « Réduction annoncée jusqu’au ». */
export function reductionHint({ priorCents }: FormStart): string {
  return priorCents === null
    ? "Vide\u00a0: rien n’est annoncé. Le prix barré se calcule\u00a0: le plus bas des 30 jours avant la réduction."
    : `Prix barré\u00a0: ${formatPrice(priorCents)}, le plus bas des 30 jours avant la réduction. Vider la date retire l’annonce.`;
}

/** Those of the server's errors whose fields are still invalid in the current input, with the current messages. */
export function remainingErrors(
  answer: Refusal,
  refused: DraftErrors,
  draft: ProductDraft,
  stored: ProductDraft,
): DraftErrors {
  // Only the server knows the price history and the other products.
  const judged = { "no-reduction": ["price", "reducedUntil"], "reference-taken": ["reference"] };
  if (answer.kind === "no-reduction" || answer.kind === "reference-taken")
    return (judged[answer.kind] as TextField[]).every((field) => isSame(field, draft, answer.draft))
      ? refused
      : {};
  const parsed = parseDraft(draft, stored);
  if (parsed.ok) return {};
  const fields = Object.keys(parsed.errors) as (keyof DraftErrors)[];
  return Object.fromEntries(
    fields.filter((field) => refused[field]).map((field) => [field, parsed.errors[field]]),
  );
}

/** The text of the save bar. `awaited` is the number of uploads that must finish before the form is saved. */
export function saveBarText(changes: string[], errors: DraftErrors | undefined, awaited: number) {
  if (awaited > 0)
    return `Enregistrement dès la fin ${awaited > 1 ? `des ${awaited} envois` : "de l’envoi"}.`;
  const faults = Object.keys(errors ?? {}).length;
  if (faults > 0) return `${plural(faults, "champ")} à revoir`;
  if (changes.length === 0) return "Rien à enregistrer";
  const s = changes.length > 1 ? "s" : "";
  return (
    <>
      <span>{`${changes.length} modification${s} non enregistrée${s} `}</span>
      <span className="wide-only">{`: ${changes.join(", ")}`}</span>
    </>
  );
}

/** The pictures in the draft's order; removed ones stay at their former position. */
export function galleryOf({ pictures }: FormStart, draft: ProductDraft): GalleryPicture[] {
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
export function priceHint({ version, draft: { price } }: FormStart, draft: ProductDraft): string {
  if (version === 0 || price === draft.price) return "En chiffres seulement.";
  return `Était ${formatPrice(Number(price) * 100)}. En chiffres seulement.`;
}

/** The version that each conflicting field of the form has now: « theirs » (saved) or « mine » (typed). */
export function chosenVersions(
  answer: Extract<Refusal, { kind: "conflict" }>,
  draft: ProductDraft,
) {
  return Object.fromEntries(
    answer.conflict.clashes.map(({ field }) => [
      field,
      isSame(field, draft, answer.theirs.draft) ? "theirs" : "mine",
    ]),
  ) as Partial<Record<TextField, "theirs" | "mine">>;
}
