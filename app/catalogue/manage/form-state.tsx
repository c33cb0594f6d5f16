import type { Upload } from "#app/media/upload-task.ts";
import type { Conflict } from "#app/ui/areas/conflict-panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Picture } from "../product-schema.ts";
import type { GalleryPicture } from "./gallery-editor.tsx";
import {
  FIELD_NAMES,
  isSame,
  parseDraft,
  type DraftErrors,
  type ProductDraft,
  type TextField,
} from "./product-draft.ts";

/**
 * The action's result for a form that was not saved. `draft`: the form's new values; `posted`: the submitted version and base
 * (the values that the form started with).
 */
export type Refusal = { draft: ProductDraft; posted: Posted } & (
  | { kind: "invalid"; errors: DraftErrors }
  | { kind: "failed" }
  | { kind: "upload-gone" }
  /** The product was deleted meanwhile: saving again creates a new one. */
  | { kind: "gone" }
  | { kind: "conflict"; conflict: Conflict<TextField>; theirs: FormStart }
);
export type Posted = { version: number; base: string };

/** The form's initial state: a stored product, or version 0 for a new one. */
export type FormStart = { version: number; draft: ProductDraft; pictures: readonly Picture[] };
/** The unsaved changes, in French. `removed`, `uploads`: numbers of pictures. */
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

/** The server's errors that still apply to the current input: an error disappears as soon as its field is valid. */
export function stillWrong(
  refused: DraftErrors,
  draft: ProductDraft,
  stored: ProductDraft,
): DraftErrors {
  const parsed = parseDraft(draft, stored);
  if (parsed.ok) return {};
  const fields = Object.keys(parsed.errors) as (keyof DraftErrors)[];
  return Object.fromEntries(
    fields.filter((field) => refused[field]).map((field) => [field, parsed.errors[field]]),
  );
}

/** The text of the save bar. `awaited`: number of uploads that saving waits for. */
export function saveBarText(changes: string[], errors: DraftErrors | undefined, awaited: number) {
  if (awaited > 0)
    return `Enregistrement dès la fin ${awaited > 1 ? `des ${awaited} envois` : "de l’envoi"}.`;
  const faults = Object.keys(errors ?? {}).length;
  if (faults > 0) return `${plural(faults, "champ")} à revoir`;
  if (changes.length === 0) return "Rien à enregistrer";
  const s = changes.length > 1 ? "s" : "";
  return (
    <>
      {changes.length} modification{s} non enregistrée{s}{" "}
      <span className="wide-only">: {changes.join(", ")}</span>
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

/** `hasFailed`: an upload that saving waited for has failed. */
export function galleryError(answer: Refusal | undefined, hasFailed: boolean): string | undefined {
  if (hasFailed)
    return "Un envoi a échoué, le produit n’est pas enregistré\u00a0: reprenez l’envoi ou retirez-le de la liste, puis enregistrez.";
  return answer?.kind === "upload-gone"
    ? "Une image envoyée n’est plus là\u00a0: retirez-la de la liste et envoyez-la de nouveau."
    : undefined;
}

export function priceHint({ version, draft: { price } }: FormStart, draft: ProductDraft): string {
  if (version === 0 || price === draft.price) return "En chiffres seulement.";
  return `Était ${formatPrice(Number(price) * 100)}. En chiffres seulement.`;
}

/** Which of the two versions each conflicting field holds now. */
export function chosenOf(answer: Extract<Refusal, { kind: "conflict" }>, draft: ProductDraft) {
  return Object.fromEntries(
    answer.conflict.clashes.map(({ field }) => [
      field,
      isSame(field, draft, answer.theirs.draft) ? "theirs" : "mine",
    ]),
  ) as Partial<Record<TextField, "theirs" | "mine">>;
}

/** Whether the upload belongs to the form: neither cancelled nor finally refused. */
export function belongsToForm({ state, canResume }: Upload): boolean {
  return state !== "canceled" && (state !== "error" || canResume === true);
}

/** Whether the upload is still in progress or paused. */
export function isUnfinished(upload: Upload): boolean {
  return belongsToForm(upload) && upload.state !== "success" && upload.state !== "error";
}
