import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type FieldFrameProps = {
  label: ReactNode;
  id: string;
  hint?: ReactNode;
  error?: string | null;
  /** A message in a live region. An empty string renders an empty region, so that screen readers announce a later message. */
  notice?: string;
  optional?: boolean;
  children: ReactNode;
};

/** The label, error and hint around a control. */
export function FieldFrame({
  label,
  id,
  hint,
  error,
  notice,
  optional,
  children,
}: FieldFrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="opt"> (facultatif)</span>}
      </label>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {notice !== undefined && (
        <p className="hint hint--live" id={`${id}-notice`} role="status">
          {notice}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** The error below a control. Exported for checkboxes and groups, which have no Field. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <Icon name="circle-alert" size={16} />
      <span>{children}</span>
    </p>
  );
}
