import type { ReactNode } from "react";
import { Form } from "react-router";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field, useFieldErrors, type FieldOf } from "#app/ui/field.tsx";
import type { StockAnswer } from "./movement-answer.ts";
import type { MovementIntent } from "./movement-schema.ts";
import type { ProductStock } from "./product-stock.server.ts";

type Refused = Extract<StockAnswer, { kind: "refused" }>;
type FormProps = {
  refused: Refused | null;
  isBusy: boolean;
  /** The key of the submission. */
  formKey: string;
};

/** The forms « Entrée », « Perte » and « Inventaire ». `seen`: the stock on hand when the inventory began; `onHand`: the current one. */
export function MovementForms({
  seen,
  onHand,
  ...form
}: FormProps & { seen: number; onHand: number }) {
  return (
    <>
      <MovementForm {...form} intent="entry" title="Entrée" button="Ajouter">
        {(field) => (
          <>
            <Pieces label="Pièces reçues" intent="entry" field={field} />
            <NoteField intent="entry" field={field} optional />
          </>
        )}
      </MovementForm>
      <MovementForm {...form} intent="loss" title="Perte" button="Retirer">
        {(field) => (
          <>
            <Pieces label="Pièces perdues" intent="loss" field={field} />
            <NoteField intent="loss" field={field} placeholder="Casse, vol, don…" />
          </>
        )}
      </MovementForm>
      <MovementForm {...form} intent="count" title="Inventaire" button="Enregistrer le comptage">
        {(field) => (
          <>
            <input type="hidden" name="seen" value={seen} />
            <Pieces
              label="Pièces comptées"
              intent="count"
              field={field}
              hint={
                seen === onHand
                  ? `Toutes celles du rayon, réservées comprises. Attendu\u00a0: ${seen}.`
                  : `Le stock a bougé depuis (${seen} → ${onHand})\u00a0: recomptez.`
              }
            />
            <NoteField intent="count" field={field} optional />
          </>
        )}
      </MovementForm>
    </>
  );
}

/** Begins to count a product. */
export function StartForm(form: FormProps) {
  return (
    <MovementForm {...form} intent="start" title="Commencer à compter" button="Commencer à compter">
      {(field) => (
        <>
          <p className="hint">
            Ce produit se vend sans limite. Comptez ce qui est en rayon, commandes à envoyer
            comprises&nbsp;: elles réservent leurs pièces, la plus ancienne d’abord.
          </p>
          <Pieces label="Pièces en rayon" intent="start" field={field} />
        </>
      )}
    </MovementForm>
  );
}

/** The alert level, and the button that stops counting. */
export function LevelForm({
  product,
  ...form
}: FormProps & { product: Pick<ProductStock, "alertLevel" | "isCounted"> }) {
  return (
    <MovementForm
      {...form}
      intent="level"
      title="Seuil d’alerte"
      button="Enregistrer le seuil"
      values={{ level: String(product.alertLevel) }}
      foot={
        product.isCounted && (
          <Form method="post" preventScrollReset>
            <Button name="intent" value="stop" variant="plain" size="s">
              Ne plus compter…
            </Button>
          </Form>
        )
      }
    >
      {(field) => (
        <Field
          label="M’alerter quand il en reste"
          {...field("level")}
          id="level-pieces"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          hint={
            "Une seule fois, jusqu’à ce qu’il y en ait de nouveau plus. 0\u00a0: seulement quand il est épuisé."
          }
        />
      )}
    </MovementForm>
  );
}

type MovementFormProps = FormProps & {
  intent: MovementIntent;
  title: string;
  button: string;
  /** Initial values by field name. */
  values?: Record<string, string>;
  /** Content below the form. */
  foot?: ReactNode;
  children: (field: FieldOf) => ReactNode;
};

function MovementForm(props: MovementFormProps) {
  const { intent, title, button, values, refused, isBusy, formKey, foot, children } = props;
  const own = refused?.intent === intent ? refused : null;
  const { field, errors, checks } = useFieldErrors(own?.errors, {
    ...values,
    ...own?.values,
  });
  return (
    <Panel id={`${intent}-title`} title={title} className="stock-form">
      <Form className="panel__body form" method="post" preventScrollReset {...checks}>
        <ErrorSummary
          errors={own?.errors}
          remaining={errors}
          ids={{ pieces: `${intent}-pieces`, level: "level-pieces", note: `${intent}-note` }}
          title="Rien n’est enregistré"
        />
        <input type="hidden" name="intent" value={intent} />
        {intent !== "level" && <input type="hidden" name="key" value={formKey} />}
        {children(field)}
        <Button variant="secondary" size="s" busy={isBusy}>
          {button}
        </Button>
      </Form>
      {foot && <div className="panel__foot">{foot}</div>}
    </Panel>
  );
}

type PartProps = { intent: MovementIntent; field: FieldOf };

function Pieces({ intent, field, ...rest }: PartProps & { label: string; hint?: string }) {
  return (
    <Field
      {...field("pieces")}
      {...rest}
      id={`${intent}-pieces`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
    />
  );
}

function NoteField({
  intent,
  field,
  ...rest
}: PartProps & { optional?: boolean; placeholder?: string }) {
  return (
    <Field
      label="Note"
      {...field("note")}
      {...rest}
      id={`${intent}-note`}
      autoComplete="off"
      maxLength={200}
    />
  );
}
