import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import { CommentFields } from "./comment-fields.tsx";
import type { CommentAnswer } from "./comment-form.tsx";
import type { Comment } from "./reviews.server.ts";

const CHANGED = "Avis modifié";
const REMOVED = "Avis supprimé";
const GONE = "Cet avis n’existe plus.";

/** Id of the comments' heading, which takes the focus after a comment was removed. */
export const COMMENTS_HEADING = "commentaires";
export const anchorOf = (commentId: string): string => `avis-${commentId}`;

/** Forms to edit or delete one's own comment, in `details` elements, so that they work without scripts. */
export function OwnComment({ comment, answer }: { comment: Comment; answer?: CommentAnswer }) {
  const { state, formData } = useNavigation();
  const intent = state !== "idle" && formData?.get("avis") === comment.id && formData.get("intent");
  const refused =
    answer?.kind === "invalid" && answer.commentId === comment.id ? answer : undefined;
  return (
    // The key changes when the comment is saved; the remount closes the form.
    <details
      className="cmt__own"
      key={`${comment.rate} ${comment.text} ${comment.own?.experiencedOn}`}
      open={Boolean(refused)}
    >
      <summary className="link small">
        Modifier ou supprimer<span className="sr"> votre avis</span>
      </summary>
      <Form className="form" method="post" preventScrollReset>
        <input type="hidden" name="avis" value={comment.id} />
        <CommentFields
          id={`${comment.id}-`}
          values={
            refused?.values ?? {
              experiencedOn: comment.own?.experiencedOn ?? "",
              rate: String(comment.rate),
              text: comment.text,
            }
          }
          errors={refused?.errors}
          experience={comment.own?.experience}
        />
        <Button name="intent" value="modifier" size="s" busy={intent === "modifier"}>
          Enregistrer mon avis
        </Button>
      </Form>
      <details
        onToggle={({ currentTarget }) => {
          // On a phone the fixed bottom bar would cover the opened confirmation.
          if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
        }}
      >
        <summary className="link small">Supprimer cet avis</summary>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="avis" value={comment.id} />
          <p>Voulez-vous vraiment supprimer&nbsp;? L’avis et sa note disparaissent pour tous.</p>
          <Button
            name="intent"
            value="supprimer"
            variant="danger"
            size="s"
            busy={intent === "supprimer"}
          >
            Supprimer mon avis
          </Button>
        </Form>
      </details>
    </details>
  );
}

/** The outcome of editing or deleting a comment: a toast, and without scripts a note in the page. */
export function OwnCommentOutcome({ answer }: { answer: CommentAnswer | undefined }) {
  const kind = answer?.kind;
  useAnswer(answer, () => {
    if (kind === "changed") toast.success(CHANGED);
    if (kind === "removed") toast.success(REMOVED);
  });
  useFocusOnComment(answer);
  if (kind === "not-yours")
    return (
      <Note tone="error" role="alert">
        {GONE}
      </Note>
    );
  if (kind !== "changed" && kind !== "removed") return null;
  return (
    <noscript>
      <Note tone="ok">{kind === "changed" ? CHANGED : REMOVED}</Note>
    </noscript>
  );
}

/**
 * The pressed button disappears with its form, so the focus moves to the comment once the list is up to date, or to the
 * comments' heading if the comment was removed.
 */
function useFocusOnComment(answer: CommentAnswer | undefined): void {
  const isUpToDate = useNavigation().state === "idle";
  const handled = useRef<CommentAnswer>(undefined);
  useEffect(() => {
    if (!isUpToDate || handled.current === answer) return;
    handled.current = answer;
    if (answer?.kind !== "changed" && answer?.kind !== "removed") return;
    const comment = document.getElementById(anchorOf(answer.commentId));
    (comment ?? document.getElementById(COMMENTS_HEADING))?.focus();
  }, [isUpToDate, answer]);
}
