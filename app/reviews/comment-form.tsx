import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import { clearDraft, saveDraft, restoreDraft } from "./comment-draft.ts";
import { CommentFields } from "./comment-fields.tsx";

const PUBLISHED = "Commentaire ajouté avec succès";

/** The product page's action data for the comment forms. */
export type CommentAnswer =
  | { kind: "published"; commentId: string }
  /** No star was chosen: the form asks for confirmation, and a second submit publishes the comment with 0 stars. */
  | { kind: "unrated"; values: Record<string, string> }
  /** `commentId`: the comment being edited; null for a new one. */
  | {
      kind: "invalid";
      commentId: string | null;
      values: Record<string, string>;
      errors: Record<string, string>;
    }
  | { kind: "changed" | "removed"; commentId: string }
  | { kind: "not-yours" };

type CommentFormProps = {
  productId: string;
  isSignedIn: boolean;
  answer: CommentAnswer | undefined;
} & Pick<Parameters<typeof CommentFields>[0], "experience">;

/** The form for a new comment; it posts to the product page. */
export function CommentForm({ productId, isSignedIn, answer, experience }: CommentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state, formMethod } = useNavigation();
  const publishedId = answer?.kind === "published" ? answer.commentId : undefined;
  const isNew = answer?.kind === "invalid" && answer.commentId === null;
  const refused = isNew ? answer : undefined;
  const unrated = answer?.kind === "unrated" ? answer : undefined;

  useEffect(() => {
    if (isSignedIn && form.current) restoreDraft(productId, form.current);
  }, [isSignedIn, productId]);
  useAnswer(publishedId, () => {
    clearDraft(productId);
    toast.success(PUBLISHED);
  });

  return (
    // The new key after publishing remounts the form, which empties it.
    <Form
      className="form"
      method="post"
      preventScrollReset
      ref={form}
      key={publishedId}
      // If the session has expired, the page after sign-in has an empty form, which `restoreDraft` fills.
      onSubmit={(event) => saveDraft(productId, event.currentTarget)}
    >
      <h3 className="h4">Donner votre avis</h3>
      {publishedId && (
        <noscript>
          <Note tone="ok">{PUBLISHED}</Note>
        </noscript>
      )}
      <CommentFields
        id=""
        values={refused?.values ?? unrated?.values}
        errors={refused?.errors}
        experience={experience}
      />
      {unrated ? (
        <Note tone="warning" title="Publier à 0/5&nbsp;?" focusOn={unrated}>
          Aucune étoile n’est choisie. Choisissez une note, ou publiez l’avis tel quel.
        </Note>
      ) : (
        <input type="hidden" name="sans-note" value="demander" />
      )}
      <p className="hint">
        {isSignedIn
          ? "Publié sous votre nom, avec sa date."
          : "Vous vous connecterez avant la publication\u00a0; ce que vous écrivez est gardé."}
      </p>
      <Button busy={state !== "idle" && formMethod === "POST"}>Publier mon avis</Button>
    </Form>
  );
}
