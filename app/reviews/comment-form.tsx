import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { FieldError, TextArea } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { keepDraft, restoreDraft } from "./comment-draft.ts";

const PUBLISHED = "Commentaire ajouté avec succès";
const STARS = [1, 2, 3, 4, 5];

/** What the product page's action answered to the form. */
export type CommentAnswer =
  | { kind: "published"; commentId: string }
  | { kind: "invalid"; values: Record<string, string>; errors: Record<string, string> };

type CommentFormProps = {
  productId: string;
  isSignedIn: boolean;
  answer: CommentAnswer | undefined;
};

/** The feedback form; it posts to the page it stands on. */
export function CommentForm({ productId, isSignedIn, answer }: CommentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state, formMethod } = useNavigation();
  const publishedId = answer?.kind === "published" ? answer.commentId : undefined;
  const refused = answer?.kind === "invalid" ? answer : undefined;

  useEffect(() => {
    if (isSignedIn && form.current) restoreDraft(productId, form.current);
  }, [isSignedIn, productId]);
  useEffect(() => {
    if (publishedId) toast.success(PUBLISHED);
  }, [publishedId]);

  return (
    // Emptied once published, by starting anew.
    <Form
      className="form"
      method="post"
      preventScrollReset
      ref={form}
      key={publishedId}
      onSubmit={(event) => {
        if (!isSignedIn) keepDraft(productId, event.currentTarget);
      }}
    >
      <h3 className="h4">Donner votre avis</h3>
      {publishedId && (
        <noscript>
          <Note tone="ok">{PUBLISHED}</Note>
        </noscript>
      )}
      <fieldset aria-describedby={refused?.errors["rate"] ? "rate-error" : "rate-hint"}>
        <legend className="lbl">Votre note</legend>
        <div className="rate">
          {STARS.map((stars) => (
            <RateChoice
              key={stars}
              stars={stars}
              isChosen={refused?.values["rate"] === String(stars)}
            />
          ))}
        </div>
        <p className="hint" id="rate-hint">
          Sans étoile choisie, la note est de 0 sur 5.
        </p>
        {refused?.errors["rate"] && (
          <FieldError id="rate-error">{refused.errors["rate"]}</FieldError>
        )}
      </fieldset>
      <TextArea
        label="Votre commentaire"
        name="text"
        maxLength={4000}
        defaultValue={refused?.values["text"]}
        error={refused?.errors["text"]}
      />
      <p className="hint">
        {isSignedIn
          ? "Publié sous votre nom, avec sa date."
          : "Vous vous connecterez avant la publication ; ce que vous écrivez est gardé."}
      </p>
      <Button busy={state !== "idle" && formMethod === "POST"}>Publier mon avis</Button>
    </Form>
  );
}

function RateChoice({ stars, isChosen }: { stars: number; isChosen: boolean }) {
  const id = `rate-${stars}`;
  return (
    <>
      <input type="radio" name="rate" id={id} value={stars} defaultChecked={isChosen} />
      <label htmlFor={id}>
        <Icon name="star" />
        <span className="sr">{stars} sur 5</span>
      </label>
    </>
  );
}
