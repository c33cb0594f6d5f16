import { useEffect } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { CommentFields } from "./comment-fields.tsx";
import type { CommentAnswer } from "./comment-form.tsx";
import type { Comment } from "./reviews.server.ts";

const CHANGED = "Avis modifié";
const REMOVED = "Avis supprimé";
const GONE = "Cet avis n’existe plus.";

/** What an author does with a comment of theirs; disclosures, so that it works without scripts. */
export function OwnComment({ comment, answer }: { comment: Comment; answer?: CommentAnswer }) {
  const { state, formData } = useNavigation();
  const intent = state !== "idle" && formData?.get("avis") === comment.id && formData.get("intent");
  const refused =
    answer?.kind === "invalid" && answer.commentId === comment.id ? answer : undefined;
  return (
    // What was saved closes it.
    <details className="cmt__own" key={`${comment.rate} ${comment.text}`} open={Boolean(refused)}>
      <summary className="link small">
        Modifier ou supprimer<span className="sr"> votre avis</span>
      </summary>
      <Form className="form" method="post" preventScrollReset>
        <input type="hidden" name="avis" value={comment.id} />
        <CommentFields
          id={`${comment.id}-`}
          values={refused?.values ?? { rate: String(comment.rate), text: comment.text }}
          errors={refused?.errors}
        />
        <Button name="intent" value="modifier" size="s" busy={intent === "modifier"}>
          Enregistrer mon avis
        </Button>
      </Form>
      <details>
        <summary className="link small">Supprimer cet avis</summary>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="avis" value={comment.id} />
          <p>Voulez-vous vraiment supprimer ? L’avis et sa note disparaissent pour tous.</p>
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

/** Says what became of an own comment: in a message, and without scripts in the page. */
export function OwnCommentSaid({ answer }: { answer: CommentAnswer | undefined }) {
  const kind = answer?.kind;
  useEffect(() => {
    if (kind === "changed") toast.success(CHANGED);
    if (kind === "removed") toast.success(REMOVED);
  }, [kind, answer]);
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
