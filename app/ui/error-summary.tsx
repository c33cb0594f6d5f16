import { useEffect, useRef } from "react";
import type { FieldErrors } from "./use-field-errors.ts";

type ErrorSummaryProps = {
  /** The server's answer to a submission: the summary takes the focus each time it is another object. */
  errors: FieldErrors | null | undefined;
  /** Those of them that are still to mend, where the form knows; all when left out. */
  left?: FieldErrors;
  /** The id of a field's control, where it isn't the field's name. */
  ids?: Record<string, string>;
  /** Where the specification has words for the failure. */
  title?: string;
};

const numbers = ["", "Un", "Deux", "Trois", "Quatre", "Cinq", "Six", "Sept", "Huit", "Neuf"];

function heading(count: number): string {
  if (count === 1) return "Un champ est à corriger";
  return `${numbers[count] ?? count} champs sont à corriger`;
}

export function ErrorSummary({ errors, left, ids = {}, title }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), [errors]);

  const messages = Object.entries(left ?? errors ?? {}).filter(([, message]) => message);
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
