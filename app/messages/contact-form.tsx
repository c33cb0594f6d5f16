import { useState } from "react";
import { Form, useNavigation, useRouteLoaderData, useSearchParams } from "react-router";
import type { RootData } from "#app/root-data.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field, TextArea, useFieldErrors, type FieldOf } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PhoneField } from "#app/ui/phone-field.tsx";
import { formatPhone } from "#app/ui/phone-schema.ts";
import { aboutOrder } from "./contact-query.ts";
import { SenderEmail, SenderName } from "./sender-fields.tsx";

/** The action's outcome. `values`: the typed values, to fill the form again after a document load. */
export type ContactAnswer = {
  kind: "sent" | "invalid" | "failed";
  values: Record<string, string>;
  errors: Record<string, string>;
};

type ContactFormProps = {
  answer: ContactAnswer | undefined;
  /** Title of the note above the button after a failure. */
  failure: string;
  onSubmit: () => void;
};

/** The form of /contact, prefilled with a signed-in viewer's contact details. */
export function ContactForm({ answer, failure, onSubmit }: ContactFormProps) {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  // State, not a memo: the initial values must not overwrite what the visitor types.
  const [search] = useSearchParams();
  const [initial] = useState<Record<string, string>>(() => ({
    ...aboutProblem(aboutOrder(search)),
    ...(viewer && {
      name: viewer.name,
      email: viewer.email,
      phoneNumber: formatPhone(viewer.phone),
    }),
    ...answer?.values,
  }));
  const { field, checks } = useFieldErrors(answer?.errors, initial);
  const isSending = useNavigation().formAction === "/contact";
  return (
    <Form
      className="form"
      method="post"
      action="/contact"
      onFocus={preloadToasts}
      {...checks}
      onSubmit={onSubmit}
    >
      <ErrorSummary errors={answer?.errors} />
      <Contact field={field} />
      <Field
        label="Sujet"
        {...field("title")}
        required
        maxLength={150}
        missing="Indiquez le sujet de votre message."
      />
      <TextArea
        label="Message"
        {...field("message")}
        required
        maxLength={5_000}
        rows={7}
        missing="Écrivez votre message."
      />
      <p className="hint">
        Ce que vous écrivez ici ne sert qu’à vous répondre :{" "}
        <TextLink to="/plitique-de-confidentialite">politique de confidentialité</TextLink>.
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

/** Initial subject and text of a message about an order, by its delivery number. */
function aboutProblem(number: string | null): Record<string, string> {
  if (number === null) return {};
  return {
    title: `Problème avec la commande ${number}`,
    message: `Bonjour,\n\nJ’ai un problème avec ma commande ${number}\u00a0: `,
  };
}

/** The toasts' module loads lazily. Preloads it, because after a lost connection it could not be loaded to report that. */
function preloadToasts() {
  import("#app/ui/toast-area.tsx").catch(() => undefined);
}

/** The sender's contact details. */
function Contact({ field }: { field: FieldOf }) {
  return (
    <>
      <div className="row2">
        <SenderName {...field("name")} required />
        <SenderEmail {...field("email")} required />
      </div>
      <div className="row2">
        <PhoneField label="Téléphone" {...field("phoneNumber")} optional serves="vous répondre" />
        <Field
          label="Société"
          {...field("company")}
          optional
          autoComplete="organization"
          maxLength={200}
        />
      </div>
    </>
  );
}
