import { Field, type FieldOf } from "#app/ui/field.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import {
  MISSING_EMAIL,
  MISSING_NAME,
  MISSING_PASSWORD,
  SHORT_PASSWORD,
  PASSWORD_HINT,
  SHORTEST_PASSWORD,
  UNLIKELY_EMAIL,
} from "./account-schema.ts";

type NameFieldProps = { field: FieldOf; hint?: string };

export function NameField({
  field,
  hint = "Affiché avec vos avis, un pseudonyme convient",
}: NameFieldProps) {
  return (
    <Field
      label="Nom"
      {...field("name")}
      required
      maxLength={200}
      autoComplete="name"
      missing={MISSING_NAME}
      hint={hint}
    />
  );
}

export function NewPasswordField({ field, label }: { field: FieldOf; label: string }) {
  return (
    <PasswordField
      label={label}
      {...field("password")}
      required
      minLength={SHORTEST_PASSWORD}
      autoComplete="new-password"
      missing={MISSING_PASSWORD}
      tooShort={SHORT_PASSWORD}
      hint={PASSWORD_HINT}
    />
  );
}

type CurrentPasswordFieldProps = { field: FieldOf; name?: string; hint?: string };

/** The password that the account has. */
export function CurrentPasswordField({
  field,
  name = "password",
  hint,
}: CurrentPasswordFieldProps) {
  return (
    <PasswordField
      label="Mot de passe"
      {...field(name)}
      required
      autoComplete="current-password"
      missing={MISSING_PASSWORD}
      hint={hint}
    />
  );
}

type EmailFieldProps = { field: FieldOf; autoComplete: "email" | "username" };

export function EmailField({ field, autoComplete }: EmailFieldProps) {
  return (
    <Field
      label="E-mail"
      {...field("email")}
      type="email"
      required
      autoComplete={autoComplete}
      spellCheck={false}
      missing={MISSING_EMAIL}
      mismatch={UNLIKELY_EMAIL}
    />
  );
}
