import { useRef } from "react";
import { useFetcher } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, useFieldErrors } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Refusal } from "#app/ui/note.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import { NewPasswordField } from "./account-fields.tsx";
import { MISSING_FORMER_PASSWORD } from "./account-schema.ts";
import { ConfirmationField, useMismatch } from "./confirmation-field.tsx";

export type PasswordAnswer = {
  kind: "password-changed" | "password-refused";
  message: string | null;
  errors: Record<string, string>;
};

type PasswordPanelProps = {
  /** The sign-in address, for password managers. */
  email: string;
  /** The answer to a form posted without JavaScript. */
  answer: PasswordAnswer | undefined;
};

/** Changes the password with the current one, and offers a mailed link instead. */
export function PasswordPanel({ email, answer: posted }: PasswordPanelProps) {
  const fetcher = useFetcher<PasswordAnswer>();
  const answer = fetcher.data ?? posted;
  const isBusy = fetcher.state !== "idle";
  const { hasMismatch, errors, latest, refuse } = useMismatch(answer);
  const refusal = latest?.kind === "password-refused" ? latest : undefined;
  const { field, checks } = useFieldErrors(errors);
  const form = useRef<HTMLFormElement>(null);
  useAnswer(fetcher.data, ({ kind }) => {
    if (kind === "password-changed") form.current?.reset();
  });

  return (
    <fetcher.Form
      ref={form}
      id="mot-de-passe"
      className="panel"
      method="post"
      aria-labelledby="password-title"
      {...checks}
      onSubmit={refuse}
    >
      <div className="panel__head">
        <h2 id="password-title">Mot de passe</h2>
      </div>
      <div className="panel__body form">
        {refusal && <ErrorSummary errors={errors} />}
        <Refusal text={refusal?.message} />
        <input type="hidden" name="intent" value="password" />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Mot de passe actuel"
          {...field("formerPassword")}
          required
          autoComplete="current-password"
          missing={MISSING_FORMER_PASSWORD}
        />
        <div className="row2">
          <NewPasswordField field={field} label="Nouveau mot de passe" />
          <ConfirmationField field={field} hasMismatch={hasMismatch} />
        </div>
        <p className="hint">
          Vos autres sessions seront fermées. Mot de passe actuel oublié&nbsp;?{" "}
          <TextLink to="/mot-de-passe-oublie">Recevez un lien par e-mail</TextLink>.
        </p>
      </div>
      <div className="panel__foot">
        <Button busy={isBusy}>{isBusy ? "Enregistrement…" : "Changer le mot de passe"}</Button>
        <span role="status">
          {latest?.kind === "password-changed" &&
            !isBusy &&
            "Mot de passe changé. Vos autres sessions sont fermées."}
        </span>
      </div>
    </fetcher.Form>
  );
}
