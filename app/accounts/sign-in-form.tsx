import { useEffect, useMemo, useState, type FormEvent } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, PasswordField } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import { useFieldErrors } from "#app/ui/use-field-errors.ts";
import {
  MISMATCH_MS,
  MISSING_EMAIL,
  MISSING_NAME,
  MISSING_PASSWORD,
  PASSWORD_MISMATCH,
  SHORT_PASSWORD,
  SHORTEST_PASSWORD,
  UNLIKELY_EMAIL,
} from "./account-schema.ts";

/** What the server says of a refused form: the refusal, its reason by field, and what was typed, passwords excepted. */
export type SignInAnswer = {
  message: string | null;
  errors: Record<string, string>;
  values: Record<string, string>;
};

type SignInFormProps = { signsUp: boolean; answer: SignInAnswer | undefined };

/** One form for both modes: what is typed stays when the mode changes. It posts to its own address. */
export function SignInForm({ signsUp, answer }: SignInFormProps) {
  const isBusy = useNavigation().state === "submitting";
  const [hasMismatch, showMismatch] = useMismatch(answer);
  const serverErrors = useMemo(() => answer && withoutMismatch(answer.errors), [answer]);
  const { field, onBlur, onInput } = useFieldErrors(serverErrors, answer?.values);

  function refuseMismatch(event: FormEvent<HTMLFormElement>) {
    const { password, confirmation } = Object.fromEntries(new FormData(event.currentTarget));
    if (!signsUp || String(password).trim() === String(confirmation).trim()) return;
    event.preventDefault();
    showMismatch();
    document.getElementById("confirmation")?.focus();
  }

  return (
    <Form
      className="form"
      method="post"
      noValidate
      onBlur={onBlur}
      onInput={onInput}
      onSubmit={refuseMismatch}
    >
      <ErrorSummary errors={serverErrors} />
      {answer?.message && (
        <Note tone="error" role="alert">
          {answer.message}
        </Note>
      )}
      {signsUp && (
        <Field
          label="Nom"
          {...field("name")}
          required
          maxLength={200}
          autoComplete="name"
          missing={MISSING_NAME}
          hint="Affiché avec vos avis, un pseudonyme convient"
        />
      )}
      <Field
        label="E-mail"
        {...field("email")}
        type="email"
        required
        autoComplete="email"
        spellCheck={false}
        missing={MISSING_EMAIL}
        mismatch={UNLIKELY_EMAIL}
      />
      <PasswordField
        label="Mot de passe"
        {...field("password")}
        required
        minLength={signsUp ? SHORTEST_PASSWORD : undefined}
        autoComplete={signsUp ? "new-password" : "current-password"}
        missing={MISSING_PASSWORD}
        tooShort={SHORT_PASSWORD}
        hint={signsUp ? `${SHORTEST_PASSWORD} caractères au moins` : undefined}
      />
      {signsUp && (
        <PasswordField
          label="Confirmation du mot de passe"
          {...field("confirmation")}
          error={hasMismatch ? PASSWORD_MISMATCH : field("confirmation").error}
          required
          autoComplete="new-password"
          missing="Saisissez une seconde fois votre mot de passe."
        />
      )}
      <Button block busy={isBusy}>
        {signsUp
          ? isBusy
            ? "Création du compte…"
            : "Créer mon compte"
          : isBusy
            ? "Connexion…"
            : "Se connecter"}
      </Button>
      {signsUp && (
        <p className="hint">
          Votre e-mail sert à vos commandes, jamais à de la publicité sans votre accord.
        </p>
      )}
    </Form>
  );
}

function withoutMismatch(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field !== "confirmation"));
}

/** « Mot de passe non conforme »: shown at each submission that meets it, gone after 3 s. */
function useMismatch(answer: SignInAnswer | undefined) {
  const inAnswer = answer?.errors["confirmation"] ? answer : null;
  const [answered, setAnswered] = useState(answer);
  const [found, setFound] = useState<object | null>(inAnswer);
  if (answered !== answer) {
    setAnswered(answer);
    setFound(inAnswer);
  }
  useEffect(() => {
    if (!found) return;
    const timer = setTimeout(() => setFound(null), MISMATCH_MS);
    return () => clearTimeout(timer);
  }, [found]);
  return [found !== null, () => setFound({})] as const;
}
