import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import { MOST_REDUCTIONS, type OrderReduction } from "#app/reductions/reduction-schema.ts";
import { requestContext } from "#app/request-context.ts";
import { ActiveItems, type ItemBodyProps } from "#app/settings/active-items.tsx";
import { Checkbox } from "#app/settings/checkbox.tsx";
import { itemFields } from "#app/settings/items.ts";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "#app/settings/settings-form.tsx";
import { loadSettings, postSettings } from "#app/settings/settings-route.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { parseEuros } from "#app/ui/euros-schema.ts";
import { Field, Select } from "#app/ui/field.tsx";
import { parsePercent } from "#app/ui/percent-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/reductions-settings-page.ts";
import { reductionsSettings } from "./reductions-settings.server.ts";
import { countReductions } from "./reductions.server.ts";

export const meta = settingsMeta;

export async function loader({ context }: Route.LoaderArgs) {
  const form = await loadSettings(context, reductionsSettings);
  const { db } = context.get(requestContext).services;
  return { ...form, uses: await countReductions(db) };
}
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, reductionsSettings);
export const shouldRevalidate = revalidateOwnSaves;

const KINDS = [
  { value: "percent", label: "Un pourcentage du prix" },
  { value: "amount", label: "Un montant en euros" },
  { value: "delivery", label: "La livraison" },
];
const BLANK: Omit<OrderReduction, "id"> = {
  isActive: true,
  name: "",
  code: "",
  kind: "percent",
  value: "",
  minimum: "",
  only: "",
  from: "",
  until: "",
  most: "",
  mostEach: "",
  isAnnounced: false,
};

export default function ReductionsSettingsPage({ loaderData: { uses } }: Route.ComponentProps) {
  return (
    <SettingsForm intro="Une commande a une seule réduction&nbsp;: celle de son code, ou l’automatique la plus forte si elle est plus avantageuse.">
      {(fields) => (
        <ActiveItems
          title="Réductions"
          noun="réduction"
          most={MOST_REDUCTIONS}
          blank={BLANK}
          fields={fields}
          factsOf={({ id, code, isActive }: OrderReduction) => [
            code || "automatique",
            !isActive && "arrêtée",
            plural(uses[id] ?? 0, "commande"),
          ]}
          stopped="Arrêtée, elle ne s’applique plus, mais garde son compte."
          renderBody={(props) => <ReductionFields {...props} />}
        />
      )}
    </SettingsForm>
  );
}

function ReductionFields({ item, prefix, errors, change }: ItemBodyProps<OrderReduction>) {
  const text = itemFields(item, prefix, errors, change);
  return (
    <>
      <div className="row2">
        <Field
          label="Nom"
          {...text("name")}
          required
          maxLength={60}
          hint="Le client le lit à côté de «&nbsp;Reduction&nbsp;», et sur sa facture."
        />
        <Field
          label="Code"
          {...text("code")}
          maxLength={30}
          autoComplete="off"
          spellCheck={false}
          hint="Vide&nbsp;: la réduction est automatique."
        />
        <Select label="Ce qui est réduit" {...text("kind")} options={KINDS} />
        {item.kind !== "delivery" && (
          <Field
            label={item.kind === "percent" ? "Pourcentage" : "Montant (€)"}
            {...text("value")}
            inputMode="decimal"
            required
            hint={exampleOf(item)}
          />
        )}
        <Field
          label="À partir de (€)"
          {...text("minimum")}
          inputMode="decimal"
          hint="Du total des articles. Vide&nbsp;: sans minimum."
        />
        <Field
          label="Articles"
          {...text("only")}
          maxLength={500}
          hint={`Catégories et références, séparées par des virgules. Vide\u00a0: tous. Catégories\u00a0: ${CATEGORIES.join(", ")}.`}
        />
        <Field label="Premier jour" {...text("from")} type="date" max="9999-12-31" />
        <Field label="Dernier jour" {...text("until")} type="date" max="9999-12-31" />
        <Field
          label="Utilisations en tout"
          {...text("most")}
          inputMode="numeric"
          hint="Vide&nbsp;: sans limite. Une commande annulée rend la sienne."
        />
        <Field
          label="Utilisations par client"
          {...text("mostEach")}
          inputMode="numeric"
          hint="Vide&nbsp;: sans limite."
        />
      </div>
      <Checkbox
        name={`${prefix}.isAnnounced`}
        label="Annoncée à tous"
        value={item.isAnnounced || item.code === "" ? "on" : ""}
        onChange={() => change({ isAnnounced: !item.isAnnounced })}
        readOnly={item.code === ""}
        error={undefined}
        hint={ANNOUNCED_HINT}
      />
    </>
  );
}

const ANNOUNCED_HINT =
  "Une réduction automatique l’est toujours. Cochez pour un code que vous publiez (site, réseaux, publicité)\u00a0: le panier montre alors, pour chaque article réduit, son prix le plus bas des 30 jours d’avant, comme toute annonce de réduction doit le faire (code de la consommation, L112-1-1). Ces prix ignorent les réductions du panier\u00a0: laissez 30 jours entre deux réductions annoncées, et n’augmentez pas un prix juste avant.";

const EXAMPLE_CENTS = 50_00;

/** An example of the reduction on a sum; while the typed value is invalid, what may be typed. */
function exampleOf({ kind, value }: OrderReduction): string {
  const typed = value.replace(/\s*€$/, "");
  const off =
    kind === "amount"
      ? parseEuros(typed)
      : Math.round((EXAMPLE_CENTS * (parsePercent(value) ?? 0)) / 100);
  if (!off || off > EXAMPLE_CENTS)
    return kind === "amount" ? "5 ou 4,90, par exemple." : "10 ou 10,5, par exemple.";
  return `${formatPrice(EXAMPLE_CENTS)} d’articles coûtent alors ${formatPrice(EXAMPLE_CENTS - off)}.`;
}
