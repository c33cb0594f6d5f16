import { Field } from "#app/ui/field.tsx";

type NumberFieldProps = {
  name: string;
  value: string | undefined;
  error: string | undefined;
  /** Whose number it is, for screen readers. */
  order?: string;
};

/** A parcel's tracking number; a scanner types it. */
export function NumberField({ name, value, error, order }: NumberFieldProps) {
  return (
    <Field
      name={name}
      label={
        <>Numéro de suivi{order && <span className="sr">{` de la commande ${order}`}</span>}</>
      }
      optional
      error={error}
      defaultValue={value}
      maxLength={100}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
