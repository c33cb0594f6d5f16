import { useState } from "react";
import { data, Form, redirect, useNavigation, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import { parseForm, readForm, textsOf } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ChoiceGroup, ErrorSummary, Field, FieldError, useFieldErrors } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { productsAddress } from "../manage/product-list-query.ts";
import { displayName } from "../product-name.ts";
import type { Route } from "./+types/new-price-plan-page.ts";
import { planPrices } from "./plan-prices.server.ts";
import { chosenProducts } from "./price-plan-list.server.ts";
import {
  MOST_PLANNED,
  plannedValue,
  pricePlan,
  salePrice,
  wantedPlan,
  type PlannedValue,
} from "./price-plan-schema.ts";

const TITLE = "Prévoir un prix";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

/** GET: for the products `produits`, or with `tous=1` for those of the list in `retour`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, settings } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const ticked = search.getAll("produits").map((id) => id.replaceAll("\0", ""));
  const chosen = await chosenProducts(
    db,
    search.get("tous") === "1" ? productsAddress.back(search) : ticked.slice(0, MOST_PLANNED + 1),
    settings.current().shop.responsiblePerson !== "",
  );
  return { ...chosen, formKey: newId() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const form = await readForm(request);
  const parsed = parseForm(pricePlan, form);
  const productIds = form.getAll("produits").map(String);
  if (!parsed.ok)
    return data({ values: parsed.values, productIds, errors: parsed.errors }, { status: 400 });
  const { services } = context.get(requestContext);
  const outcome = await planPrices(services, admin, {
    ...wantedPlan(parsed.value),
    productIds,
  });
  if (outcome.kind === "planned") throw redirect("/admin/produits/prix?fait=prevu");
  const values = textsOf(form);
  return data({ values, productIds, errors: outcome.errors }, { status: 409 });
}

export default function NewPricePlanPage({ loaderData, actionData }: Route.ComponentProps) {
  const { products, isCut } = loaderData;
  const [search] = useSearchParams();
  return (
    <>
      <BackLink to={productsAddress.backHref(search)}>Produits</BackLink>
      <PageHead title={TITLE}>
        Il commence et finit tout seul, à l’heure de Paris, puis rend le prix d’avant.
      </PageHead>
      {isCut && (
        <Note tone="warning">
          {`Les ${MOST_PLANNED} premiers produits\u00a0: un prix se prévoit pour ${MOST_PLANNED} au plus à la fois.`}
        </Note>
      )}
      {products.length === 0 ? (
        <Note>Cochez au moins un produit dans la liste des produits.</Note>
      ) : (
        <PlanForm loaderData={loaderData} actionData={actionData} />
      )}
    </>
  );
}

type PlanFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData">;

function PlanForm({ loaderData: { products, formKey }, actionData }: PlanFormProps) {
  const values = actionData?.values ?? {};
  const { errors, checks } = useFieldErrors(actionData?.errors);
  const [kind, setKind] = useState(values["genre"] ?? "percent");
  const [value, setValue] = useState(values["valeur"] ?? "");
  // State, because a live update loads a new key, but the form must keep its idempotency key.
  const [key] = useState(values["cle"] ?? formKey);
  const isBusy = useNavigation().formMethod === "POST";
  const shown = plannedValue(kind, value);
  return (
    <Form method="post" className="stack" {...checks}>
      <ErrorSummary errors={actionData?.errors} remaining={errors} />
      <input type="hidden" name="cle" value={key} />
      <Panel id="nouveau-prix" title="Prix" body="form">
        <ChoiceGroup
          legend="Réduction"
          name="genre"
          value={kind}
          onChange={setKind}
          options={[
            { value: "percent", label: "Un pourcentage", hint: "Du prix de chaque produit" },
            { value: "euros", label: "Un prix", hint: "Le même pour tous" },
          ]}
          error={errors["genre"]}
        />
        <Field
          label={kind === "euros" ? "Prix TTC, en euros" : "Pourcentage"}
          name="valeur"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          required
          value={value}
          onChange={(event) => setValue(event.target.value)}
          hint={
            kind === "euros"
              ? "En euros entiers, plus bas que le prix de chaque produit."
              : "De 1 à 99, «\u00a010\u00a0» ou «\u00a010,5\u00a0». Les prix sont arrondis à l’euro inférieur."
          }
          error={errors["valeur"]}
        />
        {shown && (
          <output className="soft" htmlFor="valeur">
            {previewText(products, shown)}
          </output>
        )}
        <Field
          label="Début"
          name="debut"
          type="datetime-local"
          defaultValue={values["debut"]}
          optional
          hint="Heure de Paris. Vide&nbsp;: maintenant."
          error={errors["debut"]}
        />
        <Field
          label="Fin"
          name="fin"
          type="datetime-local"
          defaultValue={values["fin"]}
          required
          hint="À ce moment, le prix d’avant revient, sauf si vous le changez vous-même d’ici là."
          error={errors["fin"]}
        />
      </Panel>
      <Panel id="articles" title="Produits">
        <fieldset
          className="panel__body stack"
          aria-describedby={errors["produits"] ? "produits-error" : undefined}
        >
          <legend className="sr">Produits</legend>
          {errors["produits"] && <FieldError id="produits-error">{errors["produits"]}</FieldError>}
          {products.map(({ id, name, priceCents }, index) => (
            <label className="check" key={id}>
              <input
                type="checkbox"
                id={index === 0 ? "produits" : undefined}
                name="produits"
                value={id}
                defaultChecked={actionData ? actionData.productIds.includes(id) : true}
              />
              <span>
                {displayName(name)}
                <small className="num">
                  {" "}
                  {formatPrice(priceCents)}
                  {shown && (
                    <>
                      {" → "}
                      <b>{formatPrice(salePrice(shown, priceCents))}</b>
                    </>
                  )}
                </small>
              </span>
            </label>
          ))}
          <p className="soft small">
            Le prix barré se calcule au début&nbsp;: le plus bas des 30 jours d’avant (L112-1-1 du
            code de la consommation). S’il n’est pas plus haut que le nouveau prix, ou si ces 30
            jours ne sont pas connus, le prix change sans prix barré.
          </p>
        </fieldset>
      </Panel>
      <div className="savebar savebar--end">
        <ButtonLink variant="plain" size="s" to="/admin/produits">
          Annuler
        </ButtonLink>
        <Button size="s" busy={isBusy}>
          {isBusy ? "Enregistrement…" : TITLE}
        </Button>
      </div>
    </Form>
  );
}

/** Previews the first product, « Crème au lin : 50 € → 45 €. », the number of others, and whether a price would not be lower. */
function previewText(
  products: readonly { name: string; priceCents: number }[],
  value: PlannedValue,
): string {
  const dear = products.filter((one) => salePrice(value, one.priceCents) >= one.priceCents).length;
  const [{ name, priceCents }] = products as [(typeof products)[number]];
  const others = products.length - 1;
  return [
    `${displayName(name)}\u00a0: ${formatPrice(priceCents)} → ${formatPrice(salePrice(value, priceCents))}`,
    others > 0 ? `, et ${others} autre${others > 1 ? "s" : ""} plus bas.` : ".",
    dear > 0 && ` ${plural(dear, "produit")} sans réduction à ce prix.`,
  ]
    .filter(Boolean)
    .join("");
}
