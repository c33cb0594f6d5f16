import { useState } from "react";
import { requestContext } from "#app/request-context.ts";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "#app/settings/settings-form.tsx";
import { loadSettings, postSettings } from "#app/settings/settings-route.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import type { Route } from "./+types/home-settings-page.ts";
import { HomePreview } from "./home-preview.tsx";
import { homeSettings } from "./home-settings.server.ts";
import { ProductChoice } from "./product-choice.tsx";
import { readNamedProducts } from "./slide-products.server.ts";
import { SlidesEditor } from "./slides-editor.tsx";
import ownSlidesCss from "./own-slides.css?url";

export const meta = settingsMeta;
export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: ownSlidesCss }];

export async function loader({ context }: Route.LoaderArgs) {
  const start = await loadSettings(context, homeSettings);
  const { db, settings, config } = context.get(requestContext).services;
  const products = await readNamedProducts(db, settings.current().groups.home);
  return { ...start, products, isDemo: config.demo };
}
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, homeSettings);
export const shouldRevalidate = revalidateOwnSaves;

export default function HomeSettingsPage({ loaderData }: Route.ComponentProps) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [openId, setOpenId] = useState<string | null>(null);
  const products = { ...loaderData.products, names: { ...loaderData.products.names, ...chosen } };
  const addName = ({ id, name }: { id: string; name: string }) =>
    setChosen((before) => ({ ...before, [id]: name }));
  return (
    <SettingsForm intro="Les diapositives et le texte de la maison, en haut de la page d’accueil.">
      {(fields) => {
        const { field, draft, set, errors } = fields;
        const houseProductId = draft["houseProductId"] ?? "";
        return (
          <>
            <SlidesEditor
              fields={fields}
              openId={openId}
              onOpen={setOpenId}
              products={products}
              isDemo={loaderData.isDemo}
              onProductName={addName}
            />
            <Panel id="maison" title="La maison" body="form">
              <Field {...field("houseLabel")} maxLength={60} optional />
              <div className="row2">
                <Field {...field("houseTitle")} maxLength={80} required />
                <Field {...field("houseEmphasis")} maxLength={60} optional />
              </div>
              <TextArea {...field("houseText")} rows={3} maxLength={400} optional />
              <Field
                {...field("houseAction", "Il mène au produit. Vide : pas de lien.")}
                maxLength={40}
                optional
              />
              <input type="hidden" name="houseProductId" value={houseProductId} />
              <div>
                <ProductChoice
                  id="houseProductId"
                  label="Produit dont la composition est montrée"
                  chosen={
                    houseProductId
                      ? (products.names[houseProductId] ??
                        "Produit supprimé\u00a0: celui de la première diapositive le remplace")
                      : "Celui de la première diapositive"
                  }
                  onChoose={(product) => {
                    addName(product);
                    set({ houseProductId: product.id });
                  }}
                  error={errors["houseProductId"]}
                />
                {houseProductId && (
                  <Button
                    type="button"
                    variant="plain"
                    size="xs"
                    onClick={() => set({ houseProductId: "" })}
                  >
                    Revenir à celui de la première diapositive
                  </Button>
                )}
              </div>
            </Panel>
            <HomePreview draft={draft} slideId={openId} />
          </>
        );
      }}
    </SettingsForm>
  );
}
