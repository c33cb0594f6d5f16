import { useShop } from "#app/root-shop.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Tag } from "#app/ui/areas/tag.tsx";
import type { FormState } from "#app/ui/areas/use-versioned-form.ts";
import { Field, Select, TextArea } from "#app/ui/field.tsx";
import { LONGEST_FACT, NO_FACTS, type FactName } from "../facts/facts-schema.ts";
import { fragranceAllergens } from "../facts/fragrance-allergens.ts";
import { nanomaterials } from "../facts/ingredients.ts";
import { missingFacts, OTHER, parseFacts } from "../facts/product-facts.ts";
import type { NamedField, ProductDraft } from "./draft-fields.ts";
import { productText } from "./product-values.ts";

type FactFieldsProps = { form: FormState<ProductDraft, NamedField> };

const list = new Intl.ListFormat("fr", { type: "conjunction" });

/** The facts that the law asks for on the offer, and which of them are missing. An incomplete sheet can be saved. */
export function FactFields({ form: { draft, ...form } }: FactFieldsProps) {
  const responsible = useShop()?.responsiblePerson ?? "";
  const { facts } = parseFacts(draft);
  const composition = productText(draft.composition);
  const missing = missingFacts({ ...NO_FACTS, ...facts, composition }, responsible !== "");
  const allergens = fragranceAllergens(composition).map(({ name, since }) =>
    since === "2023/1545" ? `${name} (étiquetage 2023/1545)` : name,
  );
  const nano = nanomaterials(composition);
  const field = (name: FactName) => ({
    ...form.field(name),
    maxLength: LONGEST_FACT[name],
    optional: true,
    autoComplete: "off",
  });
  return (
    <Panel
      id="fiche"
      title="Fiche réglementaire"
      aside={
        missing.length > 0 ? (
          <Tag tone="warning" icon="triangle-alert" label="Fiche incomplète" />
        ) : (
          <Tag tone="success" icon="check" label="Fiche complète" />
        )
      }
      body="form"
    >
      {missing.length > 0 && (
        <p className="soft">{`Il manque\u00a0: ${list.format(missing)}. Le produit peut être vendu et enregistré ainsi, mais la loi demande ces mentions sur l’offre.`}</p>
      )}
      {allergens.length > 0 && (
        <p className="soft">{`Allergènes parfumants reconnus dans la composition\u00a0: ${list.format(allergens)}.`}</p>
      )}
      {nano.length > 0 && (
        <p className="soft">{`Nanomatériaux reconnus dans la composition\u00a0: ${list.format(nano)}.`}</p>
      )}
      <Select
        {...form.field("productType")}
        options={[
          { value: "", label: "Cosmétique" },
          { value: OTHER, label: "Autre produit" },
        ]}
        hint="Un autre produit n’a ni liste INCI ni personne responsable."
      />
      <div className="row2">
        <Field
          {...field("netQuantity")}
          hint="En ml, g ou pièces&nbsp;: 50 ml, 3,5 g. Le prix de 100 ml ou 100 g en vient."
        />
        <Field {...field("paoMonths")} inputMode="numeric" hint="En mois&nbsp;: 12." />
      </div>
      <Field
        {...field("durabilityDate")}
        type="date"
        hint="Due pour un cosmétique qui dure 30 mois ou moins, à la place de la durée après ouverture."
      />
      <TextArea
        {...field("precautions")}
        rows={4}
        hint="En français, telles qu’elles sont sur l’emballage, une par ligne."
      />
      <TextArea
        {...field("responsiblePerson")}
        rows={2}
        hint={
          responsible
            ? `Vide\u00a0: celle des réglages, ${responsible}.`
            : "Nom, adresse postale et électronique. Les réglages n’en nomment pas pour tous les produits."
        }
      />
      <div className="row2">
        <Field {...field("reference")} hint="La vôtre&nbsp;: ECL-001, par exemple." />
        <Field
          {...field("ean")}
          inputMode="numeric"
          hint="Les 8 ou 13 chiffres sous le code-barres."
        />
      </div>
      <Field {...field("origin")} hint="Due pour un produit importé&nbsp;: Fabriqué en Corée." />
      <TextArea
        {...field("sorting")}
        rows={2}
        hint="Élément par élément&nbsp;: Étui, bac de tri."
      />
      <Field
        {...field("weightGrams")}
        inputMode="decimal"
        hint="En grammes, emballage compris&nbsp;: 180. Pour les frais de livraison au poids."
      />
    </Panel>
  );
}
