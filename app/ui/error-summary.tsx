import { useLayoutEffect, useRef } from "react";
import type { FieldErrors } from "./use-field-errors.ts";

type ErrorSummaryProps = {
  /** The server's errors. Each new object moves the focus to the summary. */
  errors: FieldErrors | null | undefined;
  /** The entries of `errors` that still apply, for a form that tracks this; all by default. */
  remaining?: FieldErrors;
  /** The ids of controls by field name, for controls whose id differs from the name. */
  ids?: Record<string, string>;
  /** Replaces the default title where the specification defines one. */
  title?: string;
};

const numbers = ["", "Un", "Deux", "Trois", "Quatre", "Cinq", "Six", "Sept", "Huit", "Neuf"];

function heading(count: number): string {
  if (count === 1) return "Un champ est à corriger";
  return `${numbers[count] ?? count} champs sont à corriger`;
}

export function ErrorSummary({ errors, remaining, ids = {}, title }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  // Before the paint: a later effect would take the focus from a field that somebody already types into.
  useLayoutEffect(() => summary.current?.focus(), [errors]);

  const messages = Object.entries(remaining ?? errors ?? {}).filter(([, message]) => message);
  if (messages.length === 0) return null;
  return (
    <div className="errsum" role="alert" tabIndex={-1} ref={summary}>
      <h2>{title ?? heading(messages.length)}</h2>
      <ul>
        {messages.map(([field, message]) => (
          <li key={field}>
            <a
              href={`#${ids[field] ?? field}`}
              onClick={(event) => {
                const control = document.getElementById(ids[field] ?? field);
                if (!control) return;
                event.preventDefault();
                control.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
