import { useEffect, useMemo, useState, type FormEvent } from "react";
import { type FieldOf } from "#app/ui/field.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { MISMATCH_MS, MISSING_CONFIRMATION, PASSWORD_MISMATCH } from "./account-schema.ts";

type ConfirmationFieldProps = { field: FieldOf; hasMismatch: boolean };

/** The confirmation of a new password. */
export function ConfirmationField({ field, hasMismatch }: ConfirmationFieldProps) {
  const wiring = field("confirmation");
  return (
    <PasswordField
      label="Confirmation du mot de passe"
      {...wiring}
      error={hasMismatch ? PASSWORD_MISMATCH : wiring.error}
      required
      autoComplete="new-password"
      missing={MISSING_CONFIRMATION}
    />
  );
}

type Answer = { errors: Record<string, string> };

/**
 * State of « Mot de passe non conforme », shown after each submission with two different passwords and removed after 3 s
 * (specification §5). `refuse`: the submit handler, which prevents such a submission. `hasMismatch`: whether the message is
 * shown. `errors`: the answer's other field errors. `latest`: `answer`; undefined after a later submission was prevented.
 */
export function useMismatch<T extends Answer>(answer: T | undefined) {
  const inAnswer = answer?.errors["confirmation"] ? answer : null;
  const [answered, setAnswered] = useState(answer);
  const [found, setFound] = useState<object | null>(inAnswer);
  const [outdated, setOutdated] = useState<T>();
  if (answered !== answer) {
    setAnswered(answer);
    setFound(inAnswer);
  }
  useEffect(() => {
    if (!found) return;
    const timer = setTimeout(() => setFound(null), MISMATCH_MS);
    return () => clearTimeout(timer);
  }, [found]);

  const errors = useMemo(() => {
    const others = Object.entries(answer?.errors ?? {}).filter(([name]) => name !== "confirmation");
    return answer && Object.fromEntries(others);
  }, [answer]);

  function refuse(event: FormEvent<HTMLFormElement>) {
    const { password, confirmation } = Object.fromEntries(new FormData(event.currentTarget));
    if (String(password).trim() === String(confirmation).trim()) return;
    event.preventDefault();
    setFound({});
    setOutdated(answer);
    const wrong = "input:invalid, #confirmation";
    event.currentTarget.querySelector<HTMLInputElement>(wrong)?.focus();
  }
  const latest = answer === outdated ? undefined : answer;
  return { hasMismatch: found !== null, errors, latest, refuse };
}
