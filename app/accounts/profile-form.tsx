import { useEffect, useRef, useState, type FormEvent } from "react";
import { Form, useNavigation } from "react-router";
import { LeaveGuard } from "#app/ui/areas/leave-guard.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field, useFieldErrors } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import { PhoneField } from "#app/ui/phone-field.tsx";
import { formatPhone } from "#app/ui/phone-schema.ts";
import { UPDATE_FAILED } from "./account-failures.ts";
import { NameField } from "./account-fields.tsx";
import { MISSING_EMAIL, OLDEST_BIRTH, UNLIKELY_BIRTH, UNLIKELY_EMAIL } from "./account-schema.ts";
import type { Account } from "./profile.server.ts";

/** The answer to an update. `values`: the typed values, shown again when the form was posted without JavaScript. */
export type ProfileAnswer = {
  kind: "updated" | "link-asked" | "called-off" | "invalid" | "failed";
  values: Record<string, string>;
  errors: Record<string, string>;
};

type ProfileFormProps = { account: Account; today: string; answer: ProfileAnswer | undefined };

/** Name, birth date, phone and e-mail, saved together. */
export function ProfileForm({ account, today, answer }: ProfileFormProps) {
  const saved = valuesOf(account);
  const { form, isEdited, setIsEdited } = useSavedValues(saved, answer);
  const isBusy = useNavigation().formMethod === "POST";
  const { field, checks } = useFieldErrors(answer?.errors, {
    ...saved,
    ...(answer?.kind !== "updated" && answer?.values),
  });

  function noteEdits(event: FormEvent<HTMLFormElement>) {
    checks.onInput(event);
    const typed = new FormData(event.currentTarget);
    setIsEdited(Object.entries(saved).some(([name, value]) => typed.get(name) !== value));
  }

  return (
    <Form
      ref={form}
      className="panel"
      method="post"
      preventScrollReset
      aria-labelledby="profile-title"
      {...checks}
      onInput={noteEdits}
    >
      <div className="panel__head">
        <h2 id="profile-title">Vos coordonnées</h2>
      </div>
      <div className="panel__body form">
        <ErrorSummary errors={answer?.errors} title={UPDATE_FAILED} />
        {answer?.kind === "failed" && !isBusy && (
          <Note tone="error" role="alert" title={UPDATE_FAILED}>
            Rien n’a été perdu&nbsp;: vos modifications sont encore dans les champs.
          </Note>
        )}
        <div className="form">
          <div className="row2">
            <NameField field={field} />
            <Field
              label="Date de naissance"
              {...field("dateOfBirth")}
              type="date"
              optional
              min={OLDEST_BIRTH}
              max={today}
              autoComplete="bday"
              hint="Elle ne sert qu’à votre profil."
              mismatch={UNLIKELY_BIRTH}
            />
          </div>
          <div className="row2">
            <PhoneField label="Téléphone" {...field("phone")} optional />
            <Field
              label="Adresse e-mail"
              {...field("email")}
              type="email"
              required
              maxLength={254}
              autoComplete="email"
              spellCheck={false}
              missing={MISSING_EMAIL}
              mismatch={UNLIKELY_EMAIL}
              hint="Une nouvelle adresse ne sert à vous connecter qu’après confirmation par le lien que nous y envoyons."
            />
          </div>
        </div>
      </div>
      <div className="panel__foot">
        <Button busy={isBusy}>{isBusy ? "Enregistrement…" : "Enregistrer"}</Button>
        <span role="status">
          {isEdited ? "Modifications non enregistrées" : savedText(account, answer)}
        </span>
      </div>
      <LeaveGuard isDirty={isEdited && !isBusy}>
        Vos coordonnées ont des modifications qui ne sont pas enregistrées.
      </LeaveGuard>
    </Form>
  );
}

/** The message after saving, with what the customer must still do, or after cancelling an address change; null otherwise. */
function savedText({ email, signIn }: Account, answer: ProfileAnswer | undefined) {
  if (answer?.kind === "called-off")
    return `Changement annulé\u00a0: vous vous connectez toujours avec ${signIn.email}`;
  if (answer?.kind !== "updated") return null;
  if (signIn.waiting !== email) return "Modifications enregistrées";
  return `Modifications enregistrées. Ouvrez le lien reçu à ${email} pour vous connecter avec cette adresse.`;
}

function valuesOf({ name, dateOfBirth, phone, email }: Account): Record<string, string> {
  return { name, dateOfBirth: dateOfBirth ?? "", phone: formatPhone(phone), email };
}

/**
 * Updates the form's fields when the saved values change, also from another tab, except fields edited here since. The
 * elements are kept, so the focus is too.
 */
function useSavedValues(saved: Record<string, string>, answer: ProfileAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const [isEdited, setIsEdited] = useState(false);
  const [answered, setAnswered] = useState(answer);
  const latest = JSON.stringify(saved);
  const [base, setBase] = useState(latest);
  const isSaved = answered !== answer && answer?.kind === "updated";
  if (answered !== answer) setAnswered(answer);
  if (isSaved && isEdited) setIsEdited(false);
  if (base !== latest) setBase(latest);
  const spared = isEdited && !isSaved;
  // The initial values stay: after a form posted without JavaScript they are the typed values.
  const written = useRef(base);
  useEffect(() => {
    if (written.current === base) return;
    const former = JSON.parse(written.current) as Record<string, string>;
    written.current = base;
    for (const [name, value] of Object.entries(JSON.parse(base) as Record<string, string>)) {
      const field = form.current?.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement)) continue;
      if (!spared || field.value === former[name]) field.value = value;
    }
  }, [base, spared]);
  return { form, isEdited, setIsEdited };
}
