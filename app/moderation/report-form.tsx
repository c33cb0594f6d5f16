import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { SenderEmail, SenderName, useSender } from "#app/messages/sender-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, FieldError, Select, TextArea, useFieldErrors } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { ANONYMOUS_REASON, REPORT_REASONS } from "./report-reason-schema.ts";

/** The action's outcome. `values`: the typed values, to fill the form again after a document load. */
export type ReportAnswer = {
  kind: "sent" | "invalid" | "gone" | "too-many";
  values: Record<string, string>;
  errors: Record<string, string>;
};

const REASONS = [
  { value: "", label: "Choisissez un motif" },
  ...Object.entries(REPORT_REASONS).map(([value, label]) => ({ value, label })),
];

/** The form « Signaler cet avis »; it posts to its own page, and works without JavaScript. */
export function ReportForm({ answer }: { answer: ReportAnswer | undefined }) {
  const sender = useSender();
  const [initial] = useState<Record<string, string>>(() => ({ ...sender, ...answer?.values }));
  const { field, errors, checks } = useFieldErrors(answer?.errors, initial);
  const [reason, setReason] = useState(initial["reason"] ?? "");
  const isAnonymous = reason === ANONYMOUS_REASON;
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form className="form" method="post" {...checks}>
      <ErrorSummary errors={answer?.errors} />
      <Select
        label="Motif"
        {...field("reason")}
        options={REASONS}
        required
        missing="Choisissez un motif."
        onChange={({ target }) => setReason(target.value)}
      />
      <TextArea
        label="Explication"
        {...field("explanation")}
        required
        maxLength={2_000}
        rows={6}
        missing="Expliquez ce qui pose problème."
        hint="Ce qui vous semble contraire à la loi ou à nos règles, et pourquoi."
      />
      <div className="row2">
        <SenderName {...field("name")} required={!isAnonymous} optional={isAnonymous} />
        <SenderEmail {...field("email")} required={!isAnonymous} optional={isAnonymous} />
      </div>
      <div>
        <label className="check">
          <input
            type="checkbox"
            id="faith"
            name="faith"
            value="1"
            required
            data-missing="Cochez cette case pour envoyer le signalement."
            defaultChecked={initial["faith"] === "1"}
            aria-invalid={errors["faith"] ? true : undefined}
            aria-describedby={errors["faith"] ? "faith-error" : undefined}
          />
          <span>Je déclare de bonne foi que ce signalement est exact et complet.</span>
        </label>
        {errors["faith"] && <FieldError id="faith-error">{errors["faith"]}</FieldError>}
      </div>
      <p className="hint">
        L’auteur de l’avis ne saura pas qui l’a signalé. Votre nom et votre e-mail ne servent qu’à
        traiter ce signalement&nbsp;:{" "}
        <TextLink to="/plitique-de-confidentialite">politique de confidentialité</TextLink>.
      </p>
      {answer?.kind === "too-many" && !isSending && (
        <Note tone="error" role="alert" title="Votre signalement n’est pas parti">
          Beaucoup de signalements en peu de temps&nbsp;: réessayez dans une heure.
        </Note>
      )}
      <Button busy={isSending}>{isSending ? "Envoi en cours…" : "Envoyer le signalement"}</Button>
    </Form>
  );
}
