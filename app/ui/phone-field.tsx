import { Field, type FieldProps } from "./field.tsx";
import { PHONE, UNLIKELY_PHONE } from "./phone-schema.ts";

/**
 * A field for a telephone number, which must match PHONE. `serves`: the purpose of the number, which the hint shows together with the
 * statement on sales calls that the law requires (consumer code, L223-2).
 */
export function PhoneField({
  serves = "la livraison",
  ...props
}: Omit<FieldProps, "type"> & { serves?: string }) {
  return (
    <Field
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      maxLength={40}
      pattern={PHONE.source}
      mismatch={UNLIKELY_PHONE}
      hint={`Pour ${serves} seulement. Tout appel commercial suppose votre consentement préalable.`}
      {...props}
    />
  );
}
