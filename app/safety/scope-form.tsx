import { Form } from "react-router";
import { durabilityText } from "#app/orders/lot-text.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Refusal } from "#app/ui/note.tsx";
import { LONGEST_LOT } from "./lot-schema.ts";
import type { TypedScope } from "./recall-schema.ts";

type ScopeFormProps = {
  product: { id: string; name: string };
  lots: readonly { lot: string; bestBefore: string | null; orders: number; pieces: number }[];
  scope: TypedScope | null;
  error: string | null;
};

/** Chooses what a recall concerns: lots of the product, or a period. A GET form: the address has the scope. */
export function ScopeForm({ product, lots, scope, error }: ScopeFormProps) {
  const listed = new Set(lots.map(({ lot }) => lot));
  const others = scope?.lots.filter((lot) => !listed.has(lot)) ?? [];
  return (
    <Form className="panel" method="get" preventScrollReset>
      <input type="hidden" name="produit" value={product.id} />
      <div className="panel__body form">
        <Refusal text={error} />
        <fieldset>
          <legend className="lbl">{`Lots de ${product.name}`}</legend>
          {lots.map(({ lot, bestBefore, orders, pieces }) => (
            <label className="check" key={lot}>
              <input
                type="checkbox"
                name="lot"
                value={lot}
                defaultChecked={scope?.lots.includes(lot)}
              />
              <span>
                <b>{lot}</b>
                <span>{bestBefore && `, ${durabilityText(bestBefore)}`}</span>
                <span className="soft">{` (${plural(orders, "commande")}, ${plural(pieces, "pièce")})`}</span>
              </span>
            </label>
          ))}
          {lots.length === 0 && <p className="hint">Aucun lot n’est noté pour ce produit.</p>}
        </fieldset>
        {(others.length > 0 ? others : [""]).map((lot, index) => (
          <Field
            key={lot}
            label="Autre lot"
            name="lot"
            id={`lot-${index}`}
            optional
            maxLength={LONGEST_LOT}
            defaultValue={lot}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <fieldset>
          <legend className="lbl">Ou toutes les commandes passées</legend>
          <div className="row2">
            <Field label="Du" name="du" type="date" defaultValue={scope?.fromDay ?? ""} />
            <Field label="Au" name="au" type="date" defaultValue={scope?.untilDay ?? ""} />
          </div>
        </fieldset>
      </div>
      <div className="panel__foot">
        <ButtonLink to="/admin/rappels/nouveau" variant="plain" size="s">
          Autre produit
        </ButtonLink>
        <Button size="s">Voir les acheteurs</Button>
      </div>
    </Form>
  );
}
