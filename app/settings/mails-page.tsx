import { noindexMeta } from "#app/platform/page-meta.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import type { Route } from "./+types/mails-page.ts";
import { revalidateOwnSaves, SettingsForm } from "./settings-form.tsx";
import { loadSettings, postSettings } from "./settings-route.ts";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Courriels", matches);

export const loader = ({ context }: Route.LoaderArgs) => loadSettings(context, "mails");
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, "mails");
export const shouldRevalidate = revalidateOwnSaves;

export default function MailsPage() {
  return (
    <SettingsForm
      group="mails"
      intro="L’expéditeur des e-mails de la boutique, et la phrase qui les termine."
    >
      {({ field }) => (
        <Panel id="courriels" title="L’expéditeur et le mot de la fin">
          <div className="panel__body form">
            <div className="row2">
              <Field
                {...field("senderName", "Vide\u00a0: le nom de la boutique.")}
                maxLength={100}
                optional
              />
              <Field
                {...field(
                  "senderAddress",
                  "Vide\u00a0: l’adresse de contact. Votre serveur d’envoi doit l’accepter.",
                )}
                type="email"
                maxLength={254}
                optional
                spellCheck={false}
              />
            </div>
            <TextArea
              {...field(
                "note",
                "Une phrase avant la signature de chaque e-mail\u00a0: vos horaires, par exemple.",
              )}
              rows={2}
              maxLength={300}
              optional
            />
          </div>
        </Panel>
      )}
    </SettingsForm>
  );
}
