import { Panel } from "#app/ui/areas/panel.tsx";
import { Field, Select, TextArea } from "#app/ui/field.tsx";
import type { Route } from "./+types/mails-page.ts";
import { mailsSettings } from "./mails-settings.ts";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "./settings-form.tsx";
import { loadSettings, postSettings } from "./settings-route.ts";

export const meta = settingsMeta;

export const loader = ({ context }: Route.LoaderArgs) => loadSettings(context, mailsSettings);
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, mailsSettings);
export const shouldRevalidate = revalidateOwnSaves;

const REMINDERS = [
  { value: "", label: "Jamais" },
  { value: "3", label: "Après 3 heures" },
  { value: "24", label: "Après 24 heures" },
];

const SHOP_ORDERS = [
  { value: "", label: "À chaque commande à préparer" },
  { value: "never", label: "Jamais" },
];

export default function MailsPage() {
  return (
    <SettingsForm intro="L’expéditeur des e-mails de la boutique, la phrase qui les termine, le rappel d’une commande à payer, et l’annonce des commandes à la boutique.">
      {({ field, choice }) => (
        <Panel
          id="courriels"
          title="L’expéditeur, le mot de la fin, le rappel et l’annonce"
          body="form"
        >
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
          <Select
            {...choice(
              "reminder",
              "Un seul e-mail par commande passée et non payée, que le client peut refuser. Les paniers, eux, ne sont jamais rappelés.",
            )}
            options={REMINDERS}
          />
          <Select
            {...choice(
              "shopOrders",
              "À l’adresse de contact de la boutique, quand une commande est payée, ou passée pour être réglée à la livraison.",
            )}
            options={SHOP_ORDERS}
          />
        </Panel>
      )}
    </SettingsForm>
  );
}
