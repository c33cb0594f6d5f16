import { FieldError } from "#app/ui/field.tsx";
import type { FieldProps } from "./settings-fields.ts";

/** The checkbox of a boolean setting. */
export function Checkbox({ name, label, value, onChange, readOnly, error, hint }: FieldProps) {
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          id={name}
          name={name}
          checked={value === "on"}
          onChange={onChange}
          disabled={readOnly}
          aria-describedby={hint ? `${name}-hint` : undefined}
        />
        <span>
          {label}
          {hint && (
            <small className="check__hint" id={`${name}-hint`}>
              {hint}
            </small>
          )}
        </span>
      </label>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </div>
  );
}
