import { revalidateOwnSaves, SettingsForm, settingsMeta } from "#app/settings/settings-form.tsx";
import { loadSettings, postSettings } from "#app/settings/settings-route.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Field } from "#app/ui/field.tsx";
import type { Route } from "./+types/ledger-accounts-page.ts";
import { ledgerAccountsSettings } from "./ledger-accounts-settings.ts";

export const meta = settingsMeta;

export const loader = ({ context }: Route.LoaderArgs) =>
  loadSettings(context, ledgerAccountsSettings);
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, ledgerAccountsSettings);
export const shouldRevalidate = revalidateOwnSaves;

const number = { inputMode: "numeric", maxLength: 8, autoComplete: "off" } as const;

export default function AccountsSettingsPage() {
  return (
    <SettingsForm intro="Les numéros de compte des écritures comptables (FEC), tels que votre comptable les tient. Ils s’appliquent aux exports suivants, quelle que soit leur période.">
      {({ field }) => (
        <>
          <Panel id="comptes-ventes" title="Les ventes" body="form">
            <Field {...field("customers")} {...number} />
            <div className="row2">
              <Field {...field("sales")} {...number} />
              <Field {...field("salesAbroad")} {...number} />
            </div>
            <Field {...field("delivery")} {...number} />
            <div className="row2">
              <Field {...field("vat")} {...number} />
              <Field {...field("vatAbroad")} {...number} />
            </div>
          </Panel>
          <Panel id="comptes-argent" title="L’argent" body="form">
            <div className="row2">
              <Field {...field("provider")} {...number} />
              <Field {...field("fees", "Les commissions de PayPal.")} {...number} />
            </div>
            <div className="row2">
              <Field {...field("bank", "Les virements de PayPal à la banque.")} {...number} />
              <Field {...field("cash")} {...number} />
            </div>
            <Field
              {...field("others", "Les remboursements faits autrement et les litiges.")}
              {...number}
            />
          </Panel>
        </>
      )}
    </SettingsForm>
  );
}
