import { Note } from "#app/ui/note.tsx";
import type { Refusal } from "./form-state.ts";

type ProductNotesProps = {
  answer: Refusal | undefined;
  isSaving: boolean;
  /** Whether the draft of an earlier visit is shown. */
  isRestored: boolean;
};

/** The notes above a product's form. */
export function ProductNotes({ answer, isSaving, isRestored }: ProductNotesProps) {
  return (
    <>
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
      {isRestored && (
        <Note role="status" icon="undo-2" title="Brouillon repris">
          Ce que vous aviez écrit ici est de nouveau dans les champs, et n’est pas encore
          enregistré.
        </Note>
      )}
    </>
  );
}
