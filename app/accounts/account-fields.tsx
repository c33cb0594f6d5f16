import { Field, type FieldOf } from "#app/ui/field.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import {
  MISSING_NAME,
  MISSING_PASSWORD,
  SHORT_PASSWORD,
  PASSWORD_HINT,
  SHORTEST_PASSWORD,
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

/** The viewer's current password, of recent-password-page.tsx. */
export function OwnPasswordField({ field }: { field: FieldOf }) {
  return (
    <PasswordField
      label="Mot de passe"
      {...field("ownPassword")}
      required
      autoComplete="current-password"
      missing={MISSING_PASSWORD}
    />
  );
}
