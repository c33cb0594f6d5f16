import { Panel } from "#app/ui/areas/panel.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import type { Route } from "./+types/identity-page.ts";
import { identitySettings } from "./identity-settings.ts";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "./settings-form.tsx";
import { loadSettings, postSettings } from "./settings-route.ts";

export const meta = settingsMeta;

export const loader = ({ context }: Route.LoaderArgs) => loadSettings(context, identitySettings);
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, identitySettings);
export const shouldRevalidate = revalidateOwnSaves;

export default function IdentityPage() {
  return (
    <SettingsForm intro="Le nom de la boutique et les phrases qui la présentent, sur toutes ses pages.">
      {({ field }) => (
        <Panel id="identite" title="La marque" body="form">
          <Field
            {...field("name", "Dans l’en-tête, les titres des pages, les e-mails et les factures.")}
            maxLength={40}
            required
          />
          <Field
            {...field(
              "offer",
              "Dans le titre de l’accueil\u00a0: «\u00a0Soins, maquillage et parfums\u00a0», par exemple.",
            )}
            maxLength={80}
            required
          />
          <Field
            {...field("baseline", "Sous le nom, en bas de chaque page.")}
            maxLength={160}
            optional
          />
          <TextArea
            {...field(
              "description",
              "Pour les moteurs de recherche\u00a0: une ou deux phrases, 150 caractères environ.",
            )}
            rows={3}
            maxLength={300}
            required
          />
        </Panel>
      )}
    </SettingsForm>
  );
}
