import { useState } from "react";
import { Form, Link, useNavigation, useRouteLoaderData } from "react-router";
import type { RootData } from "#app/root.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field, TextArea, useFieldErrors, type FieldErrors } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";

/** What became of a message; `values` is what was typed, to show it again in a page that was loaded anew. */
export type ContactAnswer = {
  kind: "sent" | "invalid" | "failed";
  values: Record<string, string>;
  errors: Record<string, string>;
};

type ContactFormProps = {
  answer: ContactAnswer | undefined;
  /** What the note beside the button says of a failed sending. */
  failure: string;
};

/** The form of /contact, filled in with what is known of a signed-in viewer. */
export function ContactForm({ answer, failure }: ContactFormProps) {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  // Only at first: from then on, the fields hold what the visitor typed.
  const [initial] = useState<Record<string, string>>(() => ({
    ...(viewer && { name: viewer.name, email: viewer.email, phoneNumber: viewer.phone }),
    ...answer?.values,
  }));
  const { errors, onBlur, onInput } = useFieldErrors(answer?.errors);
  const isSending = useNavigation().formAction === "/contact";
  return (
    <Form
      className="form"
      method="post"
      action="/contact"
      noValidate
      onFocus={fetchToasts}
      onBlur={onBlur}
      onInput={onInput}
    >
      <ErrorSummary errors={answer?.errors} />
      <Contact values={initial} errors={errors} />
      <Field
        label="Sujet"
        name="title"
        required
        maxLength={150}
        missing="Indiquez le sujet de votre message."
        defaultValue={initial["title"]}
        error={errors["title"]}
      />
      <TextArea
        label="Message"
        name="message"
        required
        maxLength={5_000}
        rows={7}
        missing="Écrivez votre message."
        defaultValue={initial["message"]}
        error={errors["message"]}
      />
      <p className="hint">
        Ce que vous écrivez ici ne sert qu’à vous répondre :{" "}
        <Link className="link" to="/plitique-de-confidentialite">
          politique de confidentialité
        </Link>
        .
      </p>
      {answer?.kind === "failed" && !isSending && (
        <Note tone="error" title={failure}>
          Rien n’est perdu : envoyez-le à nouveau dans un instant.
        </Note>
      )}
      <Button busy={isSending}>{isSending ? "Envoi en cours…" : "Envoyer le message"}</Button>
    </Form>
  );
}

/** Toasts are loaded with the first one: too late for the one that says that the connection is lost. */
function fetchToasts() {
  import("#app/ui/toast-area.tsx").catch(() => undefined);
}

/** Who writes, and where to answer. */
function Contact({ values, errors }: { values: Record<string, string>; errors: FieldErrors }) {
  return (
    <>
      <div className="row2">
        <Field
          label="Nom"
          name="name"
          autoComplete="name"
          required
          maxLength={200}
          missing="Indiquez votre nom."
          defaultValue={values["name"]}
          error={errors["name"]}
        />
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          spellCheck={false}
          required
          maxLength={254}
          missing="Indiquez votre e-mail."
          mismatch="Cet e-mail ne semble pas complet : nom@exemple.fr, par exemple."
          defaultValue={values["email"]}
          error={errors["email"]}
        />
      </div>
      <div className="row2">
        <Field
          label="Téléphone"
          name="phoneNumber"
          optional
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          pattern="\+?[\d\s().\-]{6,}"
          mismatch="Ce numéro ne semble pas complet : 06 12 34 56 78, par exemple."
          defaultValue={values["phoneNumber"]}
          error={errors["phoneNumber"]}
        />
        <Field
          label="Société"
          name="company"
          optional
          autoComplete="organization"
          maxLength={200}
          defaultValue={values["company"]}
          error={errors["company"]}
        />
      </div>
    </>
  );
}
