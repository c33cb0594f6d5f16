import { useState } from "react";
import { useUploads } from "#app/media/use-uploads.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { useVersionedForm } from "#app/ui/areas/use-versioned-form.ts";
import { VersionedForm } from "#app/ui/areas/versioned-form.tsx";
import { Field, Select, TextArea } from "#app/ui/field.tsx";
import { CATEGORIES } from "../product-schema.ts";
import { useWholeEuros } from "../use-whole-euros.ts";
import { FindingsNote } from "../watch/findings.tsx";
import type { WatchedField } from "../watch/watch.ts";
import { DoubtsQuestion } from "./doubts-question.tsx";
import type { Doubtful } from "./doubts.server.ts";
import { PRODUCT_FIELDS } from "./draft-fields.ts";
import { FactFields } from "./fact-fields.tsx";
import {
  findingsIn,
  galleryError,
  galleryOf,
  pictureChanges,
  priceHint,
  priceReductionHint,
  remainingErrors,
  type ProductStart,
  type Refusal,
} from "./form-state.ts";
import { belongsToForm, isUnfinished } from "./form-uploads.ts";
import { GalleryEditor } from "./gallery-editor.tsx";
import { ProductNotes } from "./product-notes.tsx";
import { LONGEST_NAME, LONGEST_TEXT } from "./product-values.ts";
import { SellingTypeChoice } from "./selling-type-choice.tsx";
import { SpecificationRows } from "./specification-rows.tsx";
import { useKeptDraft, useWhenSaved } from "./use-kept-draft.ts";
import { useSaveAfterUploads } from "./use-save-after-uploads.ts";

type ProductFormProps = {
  loaded: ProductStart;
  answer: Refusal | undefined;
  /** The URL of the product list to which the form links back. */
  listHref: string;
  /** The product's displayed name, for the warning about unsaved changes. */
  title: string;
  /** Content below the panel « Vente ». */
  aside?: React.ReactNode;
};

export function ProductForm({ loaded, answer, listHref, title, aside }: ProductFormProps) {
  const form = useVersionedForm(PRODUCT_FIELDS, loaded, answer, (typed, { draft: stored }) =>
    remainingErrors(answer, typed, stored),
  );
  const { start, draft, set, field, errors, isSaving } = form;
  // Keeps the question and its answer while the form is refused for another reason.
  const [doubtful, setDoubtful] = useState<Doubtful>();
  if (answer?.kind === "doubtful" && answer !== doubtful) setDoubtful(answer);
  const uploads = useUploads({ kind: "product", multiple: true });
  const added = uploads.uploads.filter(belongsToForm).length;
  const running = uploads.uploads.filter(isUnfinished).length;
  const waiting = useSaveAfterUploads(uploads.uploads);
  const kept = useKeptDraft(loaded.version === 0, draft, set);
  useWhenSaved(() => {
    uploads.release();
    kept.forget();
  });
  const price = useWholeEuros(draft.price, (digits) => set({ price: digits }));
  const changes = [...form.changes, ...pictureChanges(start, draft, added)];
  const findings = findingsIn(draft, start);
  const noteOn = (watched: WatchedField) => (
    <FindingsNote
      findings={findings.filter((finding) => finding.field === watched)}
      productId={start.id}
    />
  );

  return (
    <VersionedForm
      form={{ ...form, changes }}
      words={{
        title,
        subject: "ce produit",
        pronoun: "le",
        failed: "Le produit n’est pas enregistré",
      }}
      backHref={listHref}
      className="two-col product-form"
      notes={<ProductNotes answer={answer} isSaving={isSaving} isRestored={kept.isRestored} />}
      awaited={
        waiting.isWaiting
          ? `Enregistrement dès la fin ${running > 1 ? `des ${running} envois` : "de l’envoi"}.`
          : null
      }
      warning={running > 0 ? " Les envois seront annulés." : ""}
      onSubmit={waiting.onSubmit}
      onLeave={() => {
        uploads.clear();
        kept.forget();
      }}
    >
      {doubtful ? (
        <DoubtsQuestion
          answer={doubtful}
          reason={draft.reason}
          onChange={(reason) => set({ reason })}
          isBusy={isSaving || waiting.isWaiting}
        />
      ) : (
        draft.reason && <input type="hidden" name="reason" value={draft.reason} />
      )}
      <div className="stack">
        <Panel id="informations" title="Informations" body="form">
          <Field
            {...field("name")}
            maxLength={LONGEST_NAME}
            required
            autoComplete="off"
            hint="Enregistré en minuscules&nbsp;; la boutique met la majuscule."
          />
          {noteOn("name")}
          <TextArea
            {...field("description")}
            rows={6}
            maxLength={LONGEST_TEXT}
            optional
            hint="Une ligne vide entre deux paragraphes&nbsp;; un tiret et une espace devant chaque point d’une liste&nbsp;; **gras**, *italique*."
          />
          {noteOn("description")}
          <TextArea
            {...field("composition")}
            rows={6}
            maxLength={LONGEST_TEXT}
            optional
            hint="La liste INCI, telle qu’elle est sur l’emballage."
          />
          {noteOn("composition")}
        </Panel>
        <GalleryEditor
          // The new key resets the component once somebody else's pictures are merged.
          key={start.version}
          initial={galleryOf(start, draft)}
          onChange={(pictures) => set({ pictures })}
          uploads={uploads}
          error={galleryError(answer, waiting.hasFailed)}
        />
        <SpecificationRows
          rows={draft.specifications}
          onChange={(specifications) => set({ specifications })}
          error={errors.specifications}
        />
        {noteOn("specifications")}
        <FactFields form={form} />
      </div>
      <div className="stack">
        <Panel id="vente" title="Vente" body="form">
          <Field
            label="Prix TTC, en euros"
            name="price"
            {...price.controls}
            required
            notice={price.notice}
            hint={priceHint(start, draft)}
            error={errors.price}
          />
          {start.version > 0 && (
            <Field
              {...field("reducedUntil")}
              type="date"
              optional
              hint={priceReductionHint(start)}
            />
          )}
          <Select
            {...field("category")}
            options={CATEGORIES.map((value) => ({ value, label: value }))}
          />
          <SellingTypeChoice
            value={draft.sellingType}
            onChange={(sellingType) => set({ sellingType })}
            error={errors.sellingType}
          />
        </Panel>
        {aside}
      </div>
    </VersionedForm>
  );
}
