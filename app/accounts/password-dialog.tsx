import { useId } from "react";
import { useFetcher } from "react-router";
import { PASSWORD_PATH } from "#app/platform/password-path.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useFieldErrors } from "#app/ui/field.tsx";
import { Refusal } from "#app/ui/note.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import { CurrentPasswordField } from "./account-fields.tsx";
import type { PasswordAnswer } from "./recent-password-page.tsx";

type PasswordDialogProps = { onConfirmed: () => void; onClose: () => void };

/** Asks an administrator for her password above a form that needs a recent one. The form stays as it was typed. */
export default function PasswordDialog({ onConfirmed, onClose }: PasswordDialogProps) {
  const form = useId();
  const fetcher = useFetcher<PasswordAnswer>();
  const answer = fetcher.data;
  const isBusy = fetcher.state !== "idle";
  const { field, checks } = useFieldErrors(answer?.errors);
  useAnswer(answer, ({ kind }) => {
    if (kind === "confirmed") onConfirmed();
    else document.getElementById("ownPassword")?.focus();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirmez votre mot de passe"
      foot={
        <>
          <Button type="button" variant="plain" size="s" onClick={onClose}>
            Annuler
          </Button>
          <Button form={form} size="s" busy={isBusy}>
            {isBusy ? "Vérification…" : "Confirmer"}
          </Button>
        </>
      }
    >
      <fetcher.Form id={form} className="form" method="post" action={PASSWORD_PATH} {...checks}>
        <p>
          Vous l’avez saisi il y a plus de deux heures, et ce que vous faites touche à l’argent, aux
          réglages ou à des données sensibles. Le formulaire reste comme il est.
        </p>
        <Refusal text={answer?.message} />
        <CurrentPasswordField field={field} name="ownPassword" />
      </fetcher.Form>
    </Dialog>
  );
}
