import { useState, type ComponentProps, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { FieldFrame } from "./field-frame.tsx";
import { PHONE, UNLIKELY_PHONE } from "./phone-schema.ts";

export { ChoiceGroup } from "./choice-group.tsx";
export { ErrorSummary } from "./error-summary.tsx";
export { FieldError } from "./field-frame.tsx";
export { useFieldErrors, type FieldOf } from "./use-field-errors.ts";

type Described = {
  label: ReactNode;
  name: string;
  /** The name when left out. */
  id?: string;
  hint?: ReactNode;
  error?: string | null;
  /** What was made of what is being typed: read out as it changes. */
  notice?: string;
  /** Says « (facultatif) » after the label. */
  optional?: boolean;
  /** What useFieldErrors says when the control is empty, of the wrong form, or too short. */
  missing?: string;
  mismatch?: string;
  tooShort?: string;
};

type Wiring = {
  id: string;
  name: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "data-missing": string | undefined;
  "data-mismatch": string | undefined;
  "data-too-short": string | undefined;
};

function split<Props extends Described>(props: Props) {
  const {
    label,
    name,
    id = name,
    hint,
    error,
    notice,
    optional,
    missing,
    mismatch,
    tooShort,
    ...rest
  } = props;
  const describedBy = classes(
    error && `${id}-error`,
    notice && `${id}-notice`,
    Boolean(hint) && `${id}-hint`,
  );
  const wiring: Wiring = {
    id,
    name,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy || undefined,
    "data-missing": missing,
    "data-mismatch": mismatch,
    "data-too-short": tooShort,
  };
  return { frame: { label, id, hint, error, notice, optional }, wiring, rest };
}

type FieldProps = Described & Omit<ComponentProps<"input">, keyof Described>;

export function Field(props: FieldProps) {
  const { frame, wiring, rest } = split(props);
  return (
    <FieldFrame {...frame}>
      <input {...rest} {...wiring} className={classes("in", rest.className)} />
    </FieldFrame>
  );
}

type TextAreaProps = Described & Omit<ComponentProps<"textarea">, keyof Described>;

export function TextArea(props: TextAreaProps) {
  const { frame, wiring, rest } = split(props);
  return (
    <FieldFrame {...frame}>
      <textarea rows={4} {...rest} {...wiring} className={classes("in", rest.className)} />
    </FieldFrame>
  );
}

type Option = {
  value: string;
  label: string;
  /** Options of a group follow one another. */ group?: string;
};
type SelectProps = Described & { options: readonly Option[] } & Omit<
    ComponentProps<"select">,
    keyof Described
  >;

export function Select({ options, ...props }: SelectProps) {
  const { frame, wiring, rest } = split(props);
  return (
    <FieldFrame {...frame}>
      <select {...rest} {...wiring} className={classes("sel", rest.className)}>
        {Array.from(
          Map.groupBy(options, ({ group }) => group),
          ([group, members]) =>
            group === undefined ? (
              members.map(optionOf)
            ) : (
              <optgroup key={group} label={group}>
                {members.map(optionOf)}
              </optgroup>
            ),
        )}
      </select>
    </FieldFrame>
  );
}

const optionOf = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
);

/** A telephone number, checked as PHONE says. */
export function PhoneField(props: Omit<FieldProps, "type">) {
  return (
    <Field
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      maxLength={40}
      pattern={PHONE.source}
      mismatch={UNLIKELY_PHONE}
      {...props}
    />
  );
}

export function PasswordField(props: Omit<FieldProps, "type">) {
  const { frame, wiring, rest } = split(props);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...frame}>
      <div className="pw">
        <input
          {...rest}
          {...wiring}
          type={shown ? "text" : "password"}
          spellCheck={false}
          autoCapitalize="none"
          className={classes("in", rest.className)}
        />
        <button
          type="button"
          className="needs-js"
          aria-controls={wiring.id}
          aria-label={shown ? "Masquer le mot de passe" : "Afficher le mot de passe"}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Masquer" : "Afficher"}
        </button>
      </div>
    </FieldFrame>
  );
}
