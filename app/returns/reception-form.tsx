import { Form } from "react-router";
import { displayName } from "#app/catalogue/product-name.ts";
import type { ReturnView } from "#app/orders/return-view.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field } from "#app/ui/field.tsx";
import { damagedName, shelvedName } from "./parse-return-forms.ts";

type ReceptionFormProps = {
  lines: ReturnView["lines"];
  /** The values of a refused form, and the errors, by field name. */
  values: Record<string, string>;
  errors: Record<string, string>;
  isBusy: boolean;
};

/** What came of each expected line, piece by piece. */
export function ReceptionForm({ lines, values, errors, isBusy }: ReceptionFormProps) {
  return (
    <Panel id="reception" title="Réception">
      <Form method="post" noValidate>
        <div className="panel__body form">
          <ErrorSummary errors={errors} title="Le retour n’est pas reçu" />
          {lines.map(({ position, name, expected }) => {
            const field = (fieldName: string, filled: number) => ({
              name: fieldName,
              defaultValue: values[fieldName] ?? filled,
              error: errors[fieldName] ?? null,
              type: "number",
              inputMode: "numeric" as const,
              min: 0,
              max: expected,
            });
            return (
              <fieldset className="reception" key={position}>
                <legend className="lbl">{`${displayName(name)}, ${plural(expected, "pièce")} attendue${expected > 1 ? "s" : ""}`}</legend>
                <div className="reception__row">
                  <Field label="En rayon" {...field(shelvedName(position), expected)} />
                  <Field label="Abîmé" {...field(damagedName(position), 0)} />
                </div>
              </fieldset>
            );
          })}
          <p className="hint">
            Ce qui est en rayon se vend de nouveau, si le produit est compté. Moins que prévu&nbsp;?
            Indiquez ce qui est là&nbsp;: le client apprend ce qui manque.
          </p>
        </div>
        <div className="panel__foot">
          <Button name="intent" value="receive" size="s" busy={isBusy}>
            Retour reçu
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
