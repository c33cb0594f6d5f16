import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { SenderEmail, SenderName, useSender } from "#app/messages/sender-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field, Select, TextArea, useFieldErrors } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PhoneField } from "#app/ui/phone-field.tsx";
import { SERIOUSNESS } from "./seriousness-schema.ts";

/** The action's outcome. `values`: the typed values, to fill the form again after a document load. */
export type EffectAnswer = {
  kind: "sent" | "invalid" | "too-many";
  values: Record<string, string>;
  errors: Record<string, string>;
};

type EffectFormProps = {
  answer: EffectAnswer | undefined;
  /** The product and lot of the page's address. */
  product: { id: string; name: string } | null;
  lot: string;
};

const CHOICES = [
  { value: "", label: "Choisissez la plus grave" },
  ...Object.entries(SERIOUSNESS).map(([value, label]) => ({ value, label })),
];

/** The form posts to its own page, and works without JavaScript. */
export function EffectForm({ answer, product, lot }: EffectFormProps) {
  const sender = useSender();
  const [initial] = useState<Record<string, string>>(() => ({ lot, ...sender, ...answer?.values }));
  const { field, checks } = useFieldErrors(answer?.errors, initial);
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form className="form" method="post" {...checks}>
      <ErrorSummary errors={answer?.errors} />
      {product ? (
        <p>
          Produit&nbsp;: <b>{product.name}</b>
          <input type="hidden" name="productId" value={product.id} />
        </p>
      ) : (
        <Field
          label="Produit"
          {...field("product")}
          required
          maxLength={200}
          missing="Indiquez le produit."
        />
      )}
      <div className="row2">
        <Field
          label="Lot"
          {...field("lot")}
          optional
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          hint="Imprimé sous le produit ou sur son étui."
        />
        <Field label="Date de l’effet" {...field("occurredOn")} type="date" optional />
      </div>
      <TextArea
        label="Ce qui s’est passé"
        {...field("description")}
        required
        maxLength={4_000}
        rows={6}
        missing="Décrivez ce qui s’est passé."
        hint="Où sur le corps, combien de temps après l’usage, ce qui a été fait depuis."
      />
      <Select
        label="Conséquence"
        {...field("seriousness")}
        options={CHOICES}
        required
        missing="Choisissez la conséquence la plus grave."
      />
      <SenderName {...field("name")} optional />
      <div className="row2">
        <SenderEmail {...field("email")} optional />
        <PhoneField label="Téléphone" {...field("phone")} optional serves="ce signalement" />
      </div>
      <p className="hint">
        Nous traitons ces données sur votre santé parce que la loi nous oblige à suivre les effets
        indésirables et à déclarer à l’Anses ceux qui sont graves (règlement 1223/2009, article
        23&nbsp;; RGPD, articles 6.1 c et 9.2 i)&nbsp;: votre accord n’est pas nécessaire.
      </p>
      <p className="hint">
        Ni votre nom ni votre adresse ne sont obligatoires&nbsp;: ils permettent de vous répondre.{" "}
        <TextLink to="/plitique-de-confidentialite">Politique de confidentialité</TextLink>
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
