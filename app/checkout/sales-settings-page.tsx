import { EuSalesWarning } from "#app/fiscal/eu-sales-warning.tsx";
import { readEuSales, type EuSales } from "#app/fiscal/eu-sales.server.ts";
import { LEGAL_DAYS, MOST_RETURN_DAYS } from "#app/platform/return-period-schema.ts";
import { requestContext } from "#app/request-context.ts";
import { Checkbox } from "#app/settings/checkbox.tsx";
import { unregisteredCountries } from "#app/settings/packaging-schema.ts";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "#app/settings/settings-form.tsx";
import { loadSettings, postSettings } from "#app/settings/settings-route.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Field, Select, TextArea } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/sales-settings-page.ts";
import { salesSettings } from "./sales-settings.ts";

export const meta = settingsMeta;

export async function loader({ context }: Route.LoaderArgs) {
  const form = await loadSettings(context, salesSettings);
  const { db, settings } = context.get(requestContext).services;
  return {
    ...form,
    euSales: await readEuSales(db, settings.current()),
    unregistered: unregisteredCountries(settings.current().groups.sales),
  };
}
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, salesSettings);
export const shouldRevalidate = revalidateOwnSaves;

export default function SalesSettingsPage({ loaderData }: Route.ComponentProps) {
  const { euSales, unregistered } = loaderData;
  return (
    <SettingsForm intro="Où la boutique livre, la TVA de ces pays, les retours et les moyens de paiement.">
      {({ field, choice }) => (
        <>
          <Panel id="livraison" title="La livraison et la TVA" body="form">
            <TextArea
              {...field(
                "countries",
                "Des pays de l’Union européenne, séparés par des virgules. Le premier est proposé d’office. Pour l’outre-mer, les Canaries et les autres territoires hors de la TVA européenne, le panier dit que les droits et taxes d’importation sont à la charge du client. Vos questions et réponses (réglages «\u00a0Pages\u00a0») doivent dire la même chose.",
              )}
              rows={2}
              maxLength={500}
            />
            {unregistered.length > 0 && (
              <Note tone="warning">{`La boutique livre sans numéro d’emballages\u00a0: ${unregistered.join(", ")}. Donnez-le ci-dessous, ou retirez le pays.`}</Note>
            )}
            <TextArea
              {...field(
                "packaging",
                "Une ligne par pays\u00a0: «\u00a0Belgique\u00a0:\u00a0» et votre numéro au registre des producteurs d’emballages, ou «\u00a0Belgique\u00a0: non dû, parce que…\u00a0». Le règlement 2025/40 (art. 44 et 45) demande cet enregistrement dans chaque pays de destination, et un mandataire sur place\u00a0: vérifiez si cette seconde obligation, dont une suspension a été proposée, s’applique à vous.",
              )}
              rows={2}
              maxLength={2_000}
            />
            <Checkbox
              {...field(
                "oss",
                "Vous déclarez au guichet unique la TVA de vos clients d’autres pays\u00a0: la boutique applique alors le taux du pays de livraison.",
              )}
            />
            <EuCounter sales={euSales} />
          </Panel>
          <Panel id="retours" title="Les retours" body="form">
            <Field
              {...field(
                "returnDays",
                `De ${LEGAL_DAYS}, le délai légal, à ${MOST_RETURN_DAYS}, à compter de la livraison. Les pages, les conditions de vente, les e-mails et les bons de livraison le suivent\u00a0; une commande garde le délai promis quand elle a été passée.`,
              )}
              inputMode="numeric"
              maxLength={3}
              required
            />
          </Panel>
          <Panel id="echantillons" title="Les échantillons" body="form">
            <Select
              {...choice(
                "samples",
                "Le client les demande en cochant une case du panier, et le bon de livraison le dit. La loi interdit d’en joindre sans demande (code de l’environnement, L541-15-10).",
              )}
            />
          </Panel>
          <Panel id="liste" title="La liste de la boutique" body="form">
            <Checkbox
              {...field(
                "familyCards",
                "Les produits d’une famille (teintes, contenances) y partagent la carte du moins cher disponible\u00a0: «\u00a06 teintes\u00a0», «\u00a0dès 12\u00a0€\u00a0». La recherche et les favoris montrent toujours chaque produit.",
              )}
            />
          </Panel>
          <Panel id="paiement" title="Le paiement" body="form">
            <Select
              {...choice(
                "cash",
                "Le comptoir d’un transporteur n’encaisse pas d’espèces. Vos questions et réponses (réglages «\u00a0Pages\u00a0») doivent dire la même chose.",
              )}
            />
            <Field
              {...field(
                "unpaidDays",
                "De 1 à 30. La commande est alors annulée, sauf si un paiement est en cours\u00a0: son code de réduction et ses articles redeviennent disponibles, et le client reçoit un e-mail. Vos conditions de vente le disent.",
              )}
              inputMode="numeric"
              maxLength={20}
            />
            <Checkbox
              {...field(
                "payLater",
                "PayPal propose alors ses boutons de paiement en plusieurs fois et de crédit. Depuis le 20 novembre 2026, la loi encadre ces crédits, même gratuits\u00a0: vérifiez d’abord vos obligations.",
              )}
            />
          </Panel>
        </>
      )}
    </SettingsForm>
  );
}

/** The year's sales to other EU countries, against the threshold of the one-stop shop. */
function EuCounter({ sales }: { sales: EuSales }) {
  const { year, cents, thresholdCents, isOver } = sales;
  return (
    <>
      <p>
        Ventes à d’autres pays de l’Union européenne en {year}, hors taxes&nbsp;:{" "}
        <b className="num">{formatPrice(cents)}</b>, pour un seuil de{" "}
        <span className="num">{formatPrice(thresholdCents)}</span> par an.
      </p>
      {isOver && <EuSalesWarning sales={sales} />}
    </>
  );
}
