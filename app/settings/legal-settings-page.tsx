import { NOTICE_TYPES } from "#app/media/upload-schema.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import type { Route } from "./+types/legal-settings-page.ts";
import { Checkbox } from "./checkbox.tsx";
import { DrawingField } from "./drawing-field.tsx";
import { legalSettings } from "./legal-settings.server.ts";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "./settings-form.tsx";
import { loadSettings, postSettings } from "./settings-route.ts";

export const meta = settingsMeta;

export const loader = ({ context }: Route.LoaderArgs) => loadSettings(context, legalSettings);
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, legalSettings);
export const shouldRevalidate = revalidateOwnSaves;

/** The Commission's page with the files. Not in legal-constants.ts, whose content every page loads. */
const NOTICE_FILES =
  "https://commission.europa.eu/publications/practical-guidelines-and-high-resolution-vector-files-eu-notice-and-label-product-guarantees_en";
const NOTICE_WORDS = {
  choose: "Choisir l’avis",
  change: "Changer d’avis officiel",
  remove: "Retirer l’avis",
  chosen: "Avis officiel choisi",
  none: "Sans l’avis officiel, vos clients lisent nos mots à la place\u00a0: la loi demande le fichier de la Commission, tel quel.",
};

export default function LegalPage() {
  return (
    <SettingsForm intro="Le vendeur, l’hébergeur et le médiateur&nbsp;: la loi demande de les indiquer à vos clients.">
      {({ field, draft, set }) => (
        <>
          <Panel id="vendeur" title="Le vendeur" body="form">
            <div className="row2">
              <Field {...field("legalName")} maxLength={200} autoComplete="organization" />
              <Field
                {...field(
                  "registration",
                  "«\u00a0SARL au capital de 5\u202f000\u00a0€, RCS Lyon 123\u00a0456\u00a0782\u00a0», ou «\u00a0Entrepreneur individuel\u00a0».",
                )}
                maxLength={300}
              />
            </div>
            <Field {...field("address")} maxLength={300} autoComplete="street-address" />
            <div className="row2">
              <Field {...field("siren", "Neuf chiffres.")} inputMode="numeric" maxLength={40} />
              <Field
                {...field("vatNumber", "En France\u00a0: FR, une clé de deux chiffres, le SIREN.")}
                maxLength={40}
                spellCheck={false}
              />
            </div>
            <Checkbox
              {...field(
                "vatExempt",
                "Vos factures portent la mention «\u00a0TVA non applicable, article 293 B du Code général des impôts\u00a0».",
              )}
            />
            <Field
              {...field(
                "vatMention",
                "Sur vos factures, vos messages et vos mentions légales, en franchise de TVA seulement. Vide\u00a0: article 293 B du Code général des impôts.",
              )}
              maxLength={200}
            />
            <Field
              {...field("director", "La personne qui dirige la boutique, le plus souvent.")}
              maxLength={200}
            />
          </Panel>
          <Panel id="tiers" title="L’hébergeur et le médiateur" body="form">
            <TextArea
              {...field("hosting", "Nom, adresse et téléphone de l’hébergeur du site.")}
              rows={2}
              maxLength={500}
            />
            <div className="row2">
              <Field
                {...field("mediator", "Nom et adresse. La loi impose d’adhérer à un médiateur.")}
                maxLength={300}
              />
              <Field {...field("mediatorUrl")} inputMode="url" maxLength={300} spellCheck={false} />
            </div>
          </Panel>
          <Panel id="produits" title="Les produits" body="form">
            <TextArea
              {...field(
                "responsiblePerson",
                "Nom, adresse postale et électronique de la personne responsable des cosmétiques (règlement 1223/2009)\u00a0: vous, si vous les faites fabriquer.",
              )}
              rows={2}
              maxLength={500}
            />
            <Field
              {...field(
                "eprNumber",
                "Celui que votre éco-organisme vous a remis pour les emballages\u00a0: FR000000_01ABCD, par exemple.",
              )}
              maxLength={60}
              spellCheck={false}
              disabled={draft["eprNotDue"] === "on"}
            />
            <Field
              {...field(
                "eprOther",
                "Un par filière\u00a0: «\u00a0lingettes FR000000_21ABCD\u00a0», par exemple.",
              )}
              maxLength={300}
              optional
              spellCheck={false}
            />
            <Checkbox
              {...field(
                "eprNotDue",
                "La boutique ne met pas d’emballages sur le marché elle-même.",
              )}
            />
            <Checkbox
              {...field(
                "vigilanceDeclared",
                "Au référentiel sur les vigilances sanitaires (délibération 2019-057), sur cnil.fr. Sans conformité, demandez une autorisation à la CNIL.",
              )}
            />
          </Panel>
          <Panel id="garantie" title="Avis officiel (SVG ou PNG)" body="">
            <DrawingField
              name="guaranteeNotice"
              kind="notice"
              accept={NOTICE_TYPES}
              words={NOTICE_WORDS}
              {...{ field, draft, set }}
            >
              L’avis harmonisé sur la garantie légale (règlement 2025/1960), en français et en
              couleur.{" "}
              <a className="link" href={NOTICE_FILES} rel="noopener external">
                La Commission européenne le publie
              </a>
              . La boutique le montre entier et sans retouche&nbsp;: comparez l’image ci-dessus au
              fichier.
            </DrawingField>
          </Panel>
        </>
      )}
    </SettingsForm>
  );
}
