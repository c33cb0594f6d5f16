import { LOGO_TYPES } from "#app/media/upload-schema.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { ChoiceGroup } from "#app/ui/choice-group.tsx";
import { PALETTES } from "#app/ui/palette-schema.ts";
import type { Route } from "./+types/appearance-page.ts";
import { AccentField } from "./accent-field.tsx";
import { AppearancePreview } from "./appearance-preview.tsx";
import { appearanceSettings } from "./appearance-settings.server.ts";
import { DrawingField } from "./drawing-field.tsx";
import { revalidateOwnSaves, SettingsForm, settingsMeta } from "./settings-form.tsx";
import { loadSettings, postSettings } from "./settings-route.ts";

export const meta = settingsMeta;

export const loader = ({ context }: Route.LoaderArgs) => loadSettings(context, appearanceSettings);
export const action = ({ request, context }: Route.ActionArgs) =>
  postSettings(request, context, appearanceSettings);
export const shouldRevalidate = revalidateOwnSaves;

export default function AppearancePage() {
  return (
    <SettingsForm intro="Votre logo et vos couleurs, sur les pages, les e-mails et l’icône du navigateur. Les factures ont le nom de la boutique et ses couleurs.">
      {(fields) => (
        <>
          <Panel id="logo-title" title="Le logo" body="">
            <DrawingField
              name="logo"
              kind="logo"
              accept={LOGO_TYPES}
              words={LOGO_WORDS}
              {...fields}
            >
              Plus large que haut, de préférence, et lisible sur un fond clair. Dans un SVG,
              convertissez les textes en tracés.
            </DrawingField>
          </Panel>
          <Panel id="couleurs" title="Les couleurs" body="form">
            <AccentField {...fields} />
            <ChoiceGroup
              legend="Palette"
              name="palette"
              value={fields.draft["palette"]!}
              onChange={(palette) => fields.set({ palette })}
              error={fields.field("palette").error ?? null}
              options={Object.entries(PALETTES).map(([value, palette]) => ({
                value,
                label: palette.title,
                hint: (
                  <>
                    {palette.hint}
                    <Swatches colours={palette.colours} />
                  </>
                ),
              }))}
            />
          </Panel>
          <AppearancePreview draft={fields.draft} />
        </>
      )}
    </SettingsForm>
  );
}

const LOGO_WORDS = {
  choose: "Choisir un logo",
  change: "Changer de logo",
  remove: "Retirer le logo",
  chosen: "Logo choisi",
  none: "Sans logo, le nom de la boutique s’écrit en toutes lettres.",
};

const SHOWN = ["paper", "sand", "blush", "sage", "ink"] as const;

/** Shows some colours of a palette. SVG, because the content security policy forbids inline styles. */
function Swatches({ colours }: { colours: Record<(typeof SHOWN)[number], string> }) {
  return (
    <svg className="swatches" viewBox="0 0 140 28" aria-hidden="true">
      {SHOWN.map((name, index) => (
        <circle key={name} cx={14 + index * 28} cy="14" r="11" fill={colours[name]} />
      ))}
    </svg>
  );
}
