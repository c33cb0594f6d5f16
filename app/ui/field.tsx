import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { FieldFrame } from "./field-frame.tsx";

export { ChoiceGroup } from "./choice-group.tsx";
export { ErrorSummary } from "./error-summary.tsx";
export { FieldError } from "./field-frame.tsx";
export { useFieldErrors, type FieldOf } from "./use-field-errors.ts";

type FrameProps = {
  label: ReactNode;
  name: string;
  /** Defaults to the name. */
  id?: string;
  hint?: ReactNode;
  error?: string | null;
  /** A message about the typed value, which screen readers announce when it changes. */
  notice?: string;
  /** Adds « (facultatif) » to the label. */
  optional?: boolean;
  /** The messages of useFieldErrors for an empty, malformed or too short value. */
  missing?: string;
  mismatch?: string;
  tooShort?: string;
};

type ControlProps = {
  id: string;
  name: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "data-missing": string | undefined;
  "data-mismatch": string | undefined;
  "data-too-short": string | undefined;
};

/**
 * Splits the props of a field: `frame` for FieldFrame, `controlProps` for its control (id, name, ARIA attributes, messages of
 * useFieldErrors), and `rest`, all others.
 */
export function splitProps<Props extends FrameProps>(props: Props) {
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
  const controlProps: ControlProps = {
    id,
    name,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy || undefined,
    "data-missing": missing,
    "data-mismatch": mismatch,
    "data-too-short": tooShort,
  };
  return { frame: { label, id, hint, error, notice, optional }, controlProps, rest };
}

export type FieldProps = FrameProps & Omit<ComponentProps<"input">, keyof FrameProps>;

export function Field(props: FieldProps) {
  const { frame, controlProps, rest } = splitProps(props);
  return (
    <FieldFrame {...frame}>
      <input {...rest} {...controlProps} className={classes("in", rest.className)} />
    </FieldFrame>
  );
}

type TextAreaProps = FrameProps & Omit<ComponentProps<"textarea">, keyof FrameProps>;

export function TextArea(props: TextAreaProps) {
  const { frame, controlProps, rest } = splitProps(props);
  return (
    <FieldFrame {...frame}>
      <textarea rows={4} {...rest} {...controlProps} className={classes("in", rest.className)} />
    </FieldFrame>
  );
}

export type Option = {
  value: string;
  label: string;
  /** The label of the optgroup. */ group?: string;
};
type SelectProps = FrameProps & { options: readonly Option[] } & Omit<
    ComponentProps<"select">,
    keyof FrameProps
  >;

export function Select({ options, ...props }: SelectProps) {
  const { frame, controlProps, rest } = splitProps(props);
  return (
    <FieldFrame {...frame}>
      <select {...rest} {...controlProps} className={classes("sel", rest.className)}>
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
