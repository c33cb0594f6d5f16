import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { FieldError } from "./field-frame.tsx";

type Choice = { value: string; label: string; hint?: ReactNode; disabled?: boolean };

type ChoiceGroupProps = {
  legend: string;
  name: string;
  options: readonly Choice[];
  defaultValue?: string;
  /** The chosen value of a controlled group, which also needs `onChange`. */
  value?: string;
  onChange?: (value: string) => void;
  error?: string | null;
  /** The message of useFieldErrors when nothing is chosen. */
  missing?: string;
  required?: boolean;
  /** The form's id, when the group is outside of it. */
  form?: string;
};

/** Radio buttons as cards, in two columns from 640 px. */
export function ChoiceGroup({
  legend,
  name,
  options,
  defaultValue,
  value,
  onChange,
  error,
  missing,
  required,
  form,
}: ChoiceGroupProps) {
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="legend">{legend}</legend>
      <div className={classes("choice", options.length % 2 === 0 && "choice--2")}>
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              type="radio"
              id={index === 0 ? name : `${name}-${option.value}`}
              name={name}
              value={option.value}
              form={form}
              required={required}
              disabled={option.disabled}
              data-missing={missing}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={onChange && (() => onChange(option.value))}
            />
            <b>{option.label}</b>
            {option.hint && <small>{option.hint}</small>}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
