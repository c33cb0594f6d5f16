import type { Upload } from "#app/media/upload-task.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Picture } from "../product-schema.ts";
import type { Conflict } from "./conflict-panel.tsx";
import type { GalleryPicture } from "./gallery-editor.tsx";
import {
  FIELD_NAMES,
  isSame,
  parseDraft,
  type DraftErrors,
  type ProductDraft,
  type TextField,
} from "./product-draft.ts";

/** What the action answers to a form that it did not save. `draft` is what the form holds from now on; `posted` what it said that it began with. */
export type Refusal = { draft: ProductDraft; posted: Posted } & (
  | { kind: "invalid"; errors: DraftErrors }
  | { kind: "failed" }
  | { kind: "upload-gone" }
  /** The product was deleted meanwhile: the form may still make a new one of it. */
  | { kind: "gone" }
  | { kind: "conflict"; conflict: Conflict; theirs: FormStart }
);
export type Posted = { version: number; base: string };

/** What the form began with: a product as it is saved, or nothing yet. */
export type FormStart = { version: number; draft: ProductDraft; pictures: readonly Picture[] };
/** What differs from what is saved, in words. */
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
    ...(removed > 0 ? [`${removed} image${removed > 1 ? "s" : ""} à retirer`] : []),
    ...(uploads > 0 ? [`${uploads} envoi${uploads > 1 ? "s" : ""}`] : []),
  ];
}

/** What was refused and is wrong as it is typed now: an error goes away as soon as its field is valid. */
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

/** What the bar at the foot says; `awaited` uploads are waited for before the form is saved. */
export function saveBarText(changes: string[], errors: DraftErrors | undefined, awaited: number) {
  if (awaited > 0)
    return `Enregistrement dès la fin ${awaited > 1 ? `des ${awaited} envois` : "de l’envoi"}.`;
  const faults = Object.keys(errors ?? {}).length;
  if (faults > 0) return `${faults} champ${faults > 1 ? "s" : ""} à revoir`;
  if (changes.length === 0) return "Rien à enregistrer";
  const plural = changes.length > 1 ? "s" : "";
  return (
    <>
      {changes.length} modification{plural} non enregistrée{plural}{" "}
      <span className="wide-only">: {changes.join(", ")}</span>
    </>
  );
}

/** The pictures that stay in the draft's order, each of the others where it stood. */
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

/** `hasFailed`: an upload that the form waited for. */
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

/** Whose words each field in question holds. */
export function chosenOf(answer: Extract<Refusal, { kind: "conflict" }>, draft: ProductDraft) {
  return Object.fromEntries(
    answer.conflict.clashes.map(({ field }) => [
      field,
      isSame(field, draft, answer.theirs.draft) ? "theirs" : "mine",
    ]),
  ) as Partial<Record<TextField, "theirs" | "mine">>;
}

/** An upload that the form still has to do with: neither cancelled nor refused for good. */
export function counts({ state, canResume }: Upload): boolean {
  return state !== "canceled" && (state !== "error" || canResume === true);
}

/** Whether an upload is neither done nor over. */
export function isUnfinished(upload: Upload): boolean {
  return counts(upload) && upload.state !== "success" && upload.state !== "error";
}
