import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { useUploads } from "#app/media/use-uploads.ts";
import { ConflictPanel } from "#app/ui/areas/conflict-panel.tsx";
import { LeaveGuard } from "#app/ui/areas/leave-guard.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { revealOnTab } from "#app/ui/areas/reveal-on-tab.ts";
import { Keys, shortcut } from "#app/ui/areas/shortcut.tsx";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { ErrorSummary, Field, Select, TextArea } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { CATEGORIES } from "../product-schema.ts";
import { useWholeEuros } from "../use-whole-euros.ts";
import { FindingsNote } from "../watch/findings.tsx";
import type { WatchedField } from "../watch/watch.ts";
import { DoubtsQuestion } from "./doubts-question.tsx";
import type { Doubtful } from "./doubts.server.ts";
import { FIELD_NAMES } from "./draft-fields.ts";
import type { ProductDraft } from "./draft-fields.ts";
import { FactFields } from "./fact-fields.tsx";
import {
  changesOf,
  findingsIn,
  chosenVersions,
  galleryError,
  galleryOf,
  priceHint,
  reductionHint,
  refusedErrors,
  saveBarText,
  remainingErrors,
  type FormStart,
  type Posted,
  type Refusal,
} from "./form-state.tsx";
import { belongsToForm, isUnfinished } from "./form-uploads.ts";
import { GalleryEditor } from "./gallery-editor.tsx";
import { copyField } from "./merge-drafts.ts";
import { EMPTY_DRAFT } from "./product-draft.ts";
import { LONGEST_NAME, LONGEST_TEXT } from "./product-values.ts";
import { SellingTypeChoice } from "./selling-type-choice.tsx";
import { SpecificationRows } from "./specification-rows.tsx";
import { useKeptDraft } from "./use-kept-draft.ts";
import { useSaveAfterUploads } from "./use-save-after-uploads.ts";

const NOTHING: FormStart = {
  version: 0,
  draft: EMPTY_DRAFT,
  pictures: [],
  priorCents: null,
  id: null,
  verifiedFindings: null,
};

type ProductFormProps = {
  /** The initial state of the form; null for a new product. */
  start: FormStart | null;
  answer: Refusal | undefined;
  /** The URL of the product list to which the form links back. */
  listHref: string;
  /** The product's displayed name, for the warning about unsaved changes. */
  title: string;
  /** Content below the panel « Vente ». */
  aside?: React.ReactNode;
};

export function ProductForm({ start: initial, answer, listHref, title, aside }: ProductFormProps) {
  const [start, setStart] = useState(initial ?? NOTHING);
  const [draft, setDraft] = useState(answer?.draft ?? start.draft);
  const [gallery, setGallery] = useState(() => galleryOf(start, draft));
  // The version and base to submit: those of the loaded product, or of the last response.
  const [posted, setPosted] = useState<Posted>(answer?.posted ?? postedOf(start));
  // The question stays with its answer while the form is refused for another reason.
  const [doubtful, setDoubtful] = useState<Doubtful>();
  const [handled, setHandled] = useState<Refusal>();
  if (answer && answer !== handled) {
    setHandled(answer);
    setDraft(answer.draft);
    setPosted(answer.posted);
    if (answer.kind === "doubtful") setDoubtful(answer);
    if (answer.kind === "conflict") {
      setStart(answer.theirs);
      setPosted({ ...postedOf(answer.theirs), reason: answer.posted.reason });
      setGallery(galleryOf(answer.theirs, answer.draft));
    }
    if (answer.kind === "gone") {
      setPosted({ ...postedOf(NOTHING), reason: answer.posted.reason });
      setGallery([]);
    }
  }
  const uploads = useUploads({ kind: "product", multiple: true });
  const isSaving = useNavigation().state === "submitting";

  const set = (change: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...change }));
  const price = useWholeEuros(draft.price, (digits) => set({ price: digits }));
  const refused = refusedErrors(answer);
  const errors = answer && refused && remainingErrors(answer, refused, draft, start.draft);
  const removed = gallery.filter(({ isRemoved }) => isRemoved).length;
  const changes = changesOf(start, draft, removed, uploads.uploads.filter(belongsToForm).length);
  const findings = findingsIn(draft, start);
  const noteOn = (field: WatchedField) => (
    <FindingsNote
      findings={findings.filter((finding) => finding.field === field)}
      productId={start.id}
    />
  );
  const running = uploads.uploads.filter(isUnfinished).length;
  const waiting = useSaveAfterUploads(uploads.uploads);
  const kept = useKeptDraft(initial === null, draft, setDraft);
  useWhenSaved(() => {
    uploads.release();
    kept.forget();
  });

  return (
    <>
      {answer?.kind === "conflict" && (
        <ConflictPanel
          conflict={answer.conflict}
          subject="ce produit"
          pronoun="le"
          names={FIELD_NAMES}
          chosen={chosenVersions(answer, draft)}
          onChoose={(field, whose) => {
            const next = { ...draft };
            copyField(next, whose === "theirs" ? answer.theirs.draft : answer.draft, field);
            setDraft(next);
          }}
        />
      )}
      {answer?.kind === "gone" && (
        <Note
          tone="warning"
          role="alert"
          focusOn={answer}
          title="Ce produit a été supprimé pendant que vous le modifiiez"
        >
          Ce que vous avez écrit est encore ici&nbsp;: «&nbsp;Enregistrer&nbsp;» en fait un nouveau
          produit. Ses anciennes images sont effacées, ajoutez-les de nouveau.
        </Note>
      )}
      {answer?.kind === "failed" && !isSaving && (
        <Note tone="error" role="alert" focusOn={answer} title="Le produit n’est pas enregistré">
          La boutique n’a pas pu enregistrer. Rien n’est perdu&nbsp;: réessayez dans un instant.
        </Note>
      )}
      {answer?.kind === "converted" && !isSaving && (
        <Note
          tone="warning"
          role="alert"
          focusOn={answer}
          title="Le HTML est devenu du texte, le produit n’est pas encore enregistré"
        >
          Paragraphes et listes sont gardés, le gras et l’italique de la description aussi. Relisez
          la description et la composition, puis enregistrez.
        </Note>
      )}
      {kept.isRestored && (
        <Note role="status" icon="undo-2" title="Brouillon repris">
          Ce que vous aviez écrit ici est de nouveau dans les champs, et n’est pas encore
          enregistré.
        </Note>
      )}
      <Form
        className="two-col product-form"
        method="post"
        noValidate
        onSubmit={waiting.onSubmit}
        onKeyUp={revealOnTab}
      >
        <ErrorSummary errors={refused} remaining={errors} />
        <input type="hidden" name="version" value={posted.version} />
        <input type="hidden" name="base" value={posted.base} />
        {doubtful ? (
          <DoubtsQuestion
            answer={doubtful}
            reason={posted.reason}
            onChange={(reason) => setPosted({ ...posted, reason })}
            isBusy={isSaving || waiting.isWaiting}
          />
        ) : (
          posted.reason && <input type="hidden" name="reason" value={posted.reason} />
        )}
        <div className="stack">
          <Panel id="informations" title="Informations">
            <div className="panel__body form">
              <Field
                label="Nom"
                name="name"
                value={draft.name}
                onChange={(event) => set({ name: event.target.value })}
                maxLength={LONGEST_NAME}
                required
                autoComplete="off"
                hint="Enregistré en minuscules&nbsp;; la boutique met la majuscule."
                error={errors?.name}
              />
              {noteOn("name")}
              <TextArea
                label="Description"
                name="description"
                value={draft.description}
                onChange={(event) => set({ description: event.target.value })}
                rows={6}
                maxLength={LONGEST_TEXT}
                optional
                hint="Une ligne vide entre deux paragraphes&nbsp;; un tiret et une espace devant chaque point d’une liste&nbsp;; **gras**, *italique*."
                error={errors?.description}
              />
              {noteOn("description")}
              <TextArea
                label="Composition"
                name="composition"
                value={draft.composition}
                onChange={(event) => set({ composition: event.target.value })}
                rows={6}
                maxLength={LONGEST_TEXT}
                optional
                hint="La liste INCI, telle qu’elle est sur l’emballage."
                error={errors?.composition}
              />
              {noteOn("composition")}
            </div>
          </Panel>
          <GalleryEditor
            pictures={gallery}
            onChange={(pictures) => {
              setGallery(pictures);
              set({ pictures: pictures.filter((one) => !one.isRemoved).map(({ path }) => path) });
            }}
            uploads={uploads}
            error={galleryError(answer, waiting.hasFailed)}
          />
          <SpecificationRows
            rows={draft.specifications}
            onChange={(specifications) => set({ specifications })}
            error={errors?.specifications}
          />
          {noteOn("specifications")}
          <FactFields draft={draft} onChange={set} errors={errors} />
        </div>
        <div className="stack">
          <Panel id="vente" title="Vente">
            <div className="panel__body form">
              <Field
                label="Prix TTC, en euros"
                name="price"
                {...price.controls}
                required
                notice={price.notice}
                hint={priceHint(start, draft)}
                error={errors?.price}
              />
              {start.version > 0 && (
                <Field
                  label="Réduction annoncée jusqu’au"
                  name="reducedUntil"
                  type="date"
                  value={draft.reducedUntil}
                  onChange={(event) => set({ reducedUntil: event.target.value })}
                  optional
                  hint={reductionHint(start)}
                  error={errors?.reducedUntil}
                />
              )}
              <Select
                label="Catégorie"
                name="category"
                value={draft.category}
                onChange={(event) => set({ category: event.target.value })}
                options={CATEGORIES.map((value) => ({ value, label: value }))}
                error={errors?.category}
              />
              <SellingTypeChoice
                value={draft.sellingType}
                onChange={(sellingType) => set({ sellingType })}
                error={errors?.sellingType}
              />
            </div>
          </Panel>
          {aside}
        </div>
        <div
          className={classes("savebar", changes.length === 0 && !errors && "savebar--idle")}
          role="region"
          aria-label="Enregistrer"
        >
          <p role="status">{saveBarText(changes, errors, waiting.isWaiting ? running : 0)}</p>
          <Link className="btn btn--plain" to={listHref}>
            Annuler
          </Link>
          <Button busy={isSaving || waiting.isWaiting} aria-keyshortcuts={shortcut("S")}>
            <span>{isSaving ? "Enregistrement…" : "Enregistrer"}</span>
            <Keys letter="S" />
          </Button>
        </div>
      </Form>
      <LeaveGuard
        isDirty={changes.length > 0 && !isSaving}
        onLeave={() => {
          uploads.clear();
          kept.forget();
        }}
      >
        {`«\u00a0${title}\u00a0» a des modifications qui ne sont pas enregistrées\u00a0: ${changes.join(", ")}.${running > 0 ? " Les envois seront annulés." : ""}`}
      </LeaveGuard>
    </>
  );
}

const postedOf = ({ version, draft }: FormStart): Posted => ({
  version,
  base: JSON.stringify(draft),
  reason: "",
});

/**
 * Calls `onSaved` when the form is unmounted after it was saved. Otherwise draft and uploads stay stored and can be restored.
 */
function useWhenSaved(onSaved: () => void) {
  const { location } = useNavigation();
  const isSaved = useRef(false);
  useEffect(() => {
    if (location?.pathname === "/admin/produits")
      isSaved.current = location.search.includes("fait=");
  }, [location]);
  const onUnmount = useEffectEvent(() => {
    if (isSaved.current) onSaved();
  });
  useEffect(() => () => onUnmount(), []);
}
