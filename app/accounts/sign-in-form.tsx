import { Form, useNavigation, useSearchParams } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Link, TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { useFieldErrors } from "#app/ui/use-field-errors.ts";
import { EmailField, NameField } from "./account-fields.tsx";
import {
  MISSING_PASSWORD,
  SHORT_PASSWORD,
  PASSWORD_HINT,
  SHORTEST_PASSWORD,
} from "./account-schema.ts";
import { ConfirmationField, useMismatch } from "./confirmation-field.tsx";

/** The answer to a refused form: message, an additional reason, errors by field, and the typed values without passwords. */
export type SignInAnswer = {
  message: string;
  reason: string | null;
  errors: Record<string, string>;
  values: Record<string, string>;
};

type SignInFormProps = {
  signsUp: boolean;
  answer: SignInAnswer | undefined;
  /** The address to begin with; null: none. */
  email: string | null;
};

/** One form for both modes, so that toggling keeps what was typed. */
export function SignInForm({ signsUp, answer, email }: SignInFormProps) {
  const isBusy = useNavigation().state === "submitting";
  const { hasMismatch, errors, latest, refuse } = useMismatch(answer);
  const { field, checks } = useFieldErrors(
    errors,
    answer?.values ?? (email === null ? {} : { email }),
  );
  const hasFieldErrors = Object.keys(answer?.errors ?? {}).length > 0;

  return (
    <Form className="form" method="post" {...checks} onSubmit={signsUp ? refuse : undefined}>
      {latest && <ErrorSummary errors={errors} />}
      {latest && (
        // On a phone the note is off-screen, so it takes the focus, unless a field has an error and takes it.
        <Note tone="error" {...(hasFieldErrors ? { role: "alert" } : { focusOn: latest })}>
          <p>{latest.message}</p>
          {latest.reason && <p>{latest.reason}</p>}
          {signsUp && <OtherWays />}
        </Note>
      )}
      {signsUp && <NameField field={field} />}
      <EmailField field={field} autoComplete={signsUp ? "email" : "username"} />
      <PasswordField
        label="Mot de passe"
        {...field("password")}
        required
        minLength={signsUp ? SHORTEST_PASSWORD : undefined}
        autoComplete={signsUp ? "new-password" : "current-password"}
        missing={MISSING_PASSWORD}
        tooShort={SHORT_PASSWORD}
        hint={signsUp ? PASSWORD_HINT : undefined}
      />
      {signsUp && <ConfirmationField field={field} hasMismatch={hasMismatch} />}
      <Button block busy={isBusy}>
        {signsUp
          ? isBusy
            ? "Création du compte…"
            : "Créer mon compte"
          : isBusy
            ? "Connexion…"
            : "Se connecter"}
      </Button>
      {signsUp ? (
        <p className="hint">
          Votre e-mail sert à vos commandes, jamais à de la publicité sans votre accord.{" "}
          <TextLink to="/plitique-de-confidentialite">Politique de confidentialité</TextLink>
        </p>
      ) : (
        <ForgottenPasswordLink />
      )}
    </Form>
  );
}

/** Shown at every refused sign-up, so that it does not reveal a taken address. */
function OtherWays() {
  const [search] = useSearchParams();
  const others = new URLSearchParams(search);
  others.delete("mode");
  return (
    <p>
      Déjà un compte&nbsp;?{" "}
      <TextLink to={`/connexion?${others}`} replace>
        Connectez-vous
      </TextLink>{" "}
      ou <TextLink to={`/mot-de-passe-oublie?${others}`}>changez de mot de passe</TextLink>
    </p>
  );
}

/** Keeps the « retour » parameter. */
function ForgottenPasswordLink() {
  const [search] = useSearchParams();
  return (
    <p className="auth__alt">
      <Link className="link small" to={`/mot-de-passe-oublie?${search}`}>
        Mot de passe oublié
      </Link>
    </p>
  );
}
