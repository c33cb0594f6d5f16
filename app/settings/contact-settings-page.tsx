import { Panel } from "#app/ui/areas/panel.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { PhoneField } from "#app/ui/phone-field.tsx";
import type { Route } from "./+types/contact-settings-page.ts";
import { contactSettings } from "./contact-settings.ts";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "./settings-form.tsx";
import { loadSettings, postSettings } from "./settings-route.ts";

export const meta = settingsMeta;

export const loader = ({ context }: Route.LoaderArgs) => loadSettings(context, contactSettings);
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, contactSettings);
export const shouldRevalidate = revalidateOwnSaves;

export default function ContactPage() {
  return (
    <SettingsForm intro="Comment vous joindre. Ces coordonnées sont en haut de chaque page, dans les e-mails et sur les factures.">
      {({ field }) => (
        <Panel id="contact" title="Vos coordonnées" body="form">
          <div className="row2">
            <PhoneField
              {...field(
                "phone",
                "Un numéro non surtaxé (Code de la consommation, article L121-16).",
              )}
            />
            <Field {...field("email")} type="email" maxLength={254} autoComplete="email" />
          </div>
          <TextArea
            {...field(
              "socialLinks",
              "Une adresse par ligne, comme instagram.com/ma_boutique. Huit au plus.",
            )}
            rows={4}
            maxLength={2_500}
            optional
            spellCheck={false}
          />
        </Panel>
      )}
    </SettingsForm>
  );
}
