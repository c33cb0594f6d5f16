import { unservedZones } from "#app/delivery/delivery-offers.ts";
import { MOST_METHODS, type DeliveryMethod } from "#app/delivery/delivery-schema.ts";
import { countWithoutWeight } from "#app/delivery/weights.server.ts";
import { HOME, RELAY } from "#app/platform/methods-schema.ts";
import { requestContext } from "#app/request-context.ts";
import { ActiveItems, type ItemBodyProps } from "#app/settings/active-items.tsx";
import { itemFields } from "#app/settings/items.ts";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "#app/settings/settings-form.tsx";
import { loadSettings, postSettings } from "#app/settings/settings-route.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { Field, Select, TextArea } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/delivery-settings-page.ts";
import { deliverySettings } from "./delivery-settings.ts";

export const meta = settingsMeta;

export async function loader({ context }: Route.LoaderArgs) {
  const form = await loadSettings(context, deliverySettings);
  const { db, settings } = context.get(requestContext).services;
  const { groups } = settings.current();
  return {
    ...form,
    unserved: unservedZones(groups),
    weightless: await countWithoutWeight(db),
  };
}
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, deliverySettings);
export const shouldRevalidate = revalidateOwnSaves;

const KINDS = [
  { value: RELAY, label: RELAY },
  { value: HOME, label: HOME },
];
const BASES = [
  { value: "total", label: "Le total des articles" },
  { value: "weight", label: "Le poids du colis" },
];
const BLANK: Omit<DeliveryMethod, "id"> = {
  isActive: true,
  name: "",
  kind: RELAY,
  zones: "Métropole",
  basis: "total",
  steps: "",
  freeFrom: "",
  minDays: "",
  maxDays: "",
  lessImpact: "",
};

export default function DeliverySettingsPage({ loaderData }: Route.ComponentProps) {
  const { unserved, weightless } = loaderData;
  return (
    <SettingsForm intro="Sans formule, la livraison est offerte partout, en point de relais ou à domicile, sous quatre jours. Les questions et réponses livrées (réglages «&nbsp;Pages&nbsp;») suivent ces formules&nbsp;; celles que vous avez écrites doivent dire la même chose.">
      {(fields) => (
        <>
          {unserved.length > 0 && (
            <Note tone="warning">{`Aucune formule ne livre ces zones\u00a0: ${unserved.join(", ")}. Leurs commandes sont refusées.`}</Note>
          )}
          <ActiveItems
            title="Formules de livraison"
            noun="formule"
            most={MOST_METHODS}
            blank={BLANK}
            fields={fields}
            hint="Le panier les propose dans cet ordre, à qui habite leur zone."
            factsOf={({ kind, zones, isActive }: DeliveryMethod) => [
              kind,
              zones,
              !isActive && "arrêtée",
            ]}
            stopped="Arrêtée, elle n’est plus proposée."
            renderBody={(props) => <MethodFields {...props} weightless={weightless} />}
          />
        </>
      )}
    </SettingsForm>
  );
}

type MethodFieldsProps = ItemBodyProps<DeliveryMethod> & {
  /** How many products have no weight. */
  weightless: number;
};

function MethodFields({ item, prefix, errors, change, weightless }: MethodFieldsProps) {
  const text = itemFields(item, prefix, errors, change);
  const isByWeight = item.basis === "weight";
  return (
    <>
      <div className="row2">
        <Field
          label="Nom"
          {...text("name")}
          required
          maxLength={60}
          hint="Colissimo à domicile, par exemple&nbsp;: le client le lit dans son panier et sur sa facture."
        />
        <Select label="Remise du colis" {...text("kind")} options={KINDS} />
      </div>
      <Field
        label="Zones"
        {...text("zones")}
        required
        maxLength={500}
        hint="Métropole, Corse, Outre-mer, ou des pays de l’Union européenne, séparés par des virgules&nbsp;: un pays étranger se choisit d’abord dans les réglages «&nbsp;Vente&nbsp;». Une commande vers l’outre-mer est facturée sans TVA."
      />
      <div className="row2">
        <Select
          label="Les frais dépendent de"
          {...text("basis")}
          options={BASES}
          hint={
            isByWeight && weightless > 0
              ? `${plural(weightless, "produit")} sans poids\u00a0: ils comptent pour 0 g.`
              : undefined
          }
        />
        <Field
          label="Offerte à partir de (€)"
          {...text("freeFrom")}
          inputMode="decimal"
          hint="Du total des articles, avant réduction. Vide&nbsp;: jamais."
        />
      </div>
      <TextArea
        label="Frais (€)"
        {...text("steps")}
        required
        rows={3}
        maxLength={600}
        hint={
          isByWeight
            ? "4,90, ou un palier par ligne, à partir d’un poids\u00a0: «\u00a00\u00a0: 4,90\u00a0», puis «\u00a0500 g\u00a0: 6,90\u00a0», puis «\u00a01 kg\u00a0: 8,90\u00a0»."
            : "4,90, ou un palier par ligne, à partir d’un total\u00a0: «\u00a00\u00a0: 5,90\u00a0», puis «\u00a050\u00a0: 3,90\u00a0»."
        }
      />
      <div className="row2">
        <Field
          label="Délai le plus court"
          {...text("minDays")}
          inputMode="numeric"
          hint="En jours ouvrés, après la commande. Vides tous deux&nbsp;: sous quatre jours."
        />
        <Field label="Délai le plus long" {...text("maxDays")} inputMode="numeric" />
      </div>
      <Field
        label="Moindre impact sur l’environnement"
        {...text("lessImpact")}
        maxLength={120}
        hint="Si cette livraison en a un, ce qui le réduit, précis et vérifiable&nbsp;: «&nbsp;dernier kilomètre à vélo&nbsp;». Le panier le dit à côté de la formule (directive 2024/825). Vide&nbsp;: il ne dit rien."
      />
    </>
  );
}
