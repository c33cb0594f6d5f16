import { useRouteLoaderData } from "react-router";
import type { RootData } from "#app/root-data.ts";
import { Field, type FieldProps } from "#app/ui/field.tsx";

type SenderFieldProps = Omit<FieldProps, "label" | "type"> & { label?: string };

/** The name of a public form's sender. */
export const SenderName = (props: SenderFieldProps) => (
  <Field label="Nom" autoComplete="name" maxLength={200} missing="Indiquez votre nom." {...props} />
);

/** The e-mail of a public form's sender. */
export const SenderEmail = (props: SenderFieldProps) => (
  <Field
    label="E-mail"
    type="email"
    autoComplete="email"
    spellCheck={false}
    maxLength={254}
    missing="Indiquez votre e-mail."
    mismatch="Cet e-mail ne semble pas complet : nom@exemple.fr, par exemple."
    {...props}
  />
);

/** The signed-in viewer's name and e-mail, which the fields are first filled with; nothing for a visitor. */
export function useSender(): { name?: string; email?: string } {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  return viewer ? { name: viewer.name, email: viewer.email } : {};
}
