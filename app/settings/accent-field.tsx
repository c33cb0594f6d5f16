import { Button } from "#app/ui/button.tsx";
import {
  INITIAL_APPEARANCE,
  isReadable,
  nearestAccent,
  readColour,
  tooLight,
} from "#app/ui/colour-schema.ts";
import { Field } from "#app/ui/field.tsx";
import { PALETTES, type PaletteName } from "#app/ui/palette-schema.ts";
import type { SettingsFields } from "./settings-fields.ts";

/** The field of the accent colour, typed or chosen in the browser's picker. Proposes the nearest readable colour for a refused one. */
export function AccentField({ field, draft, set }: SettingsFields) {
  const props = field(
    "accent",
    "Boutons, liens et étiquettes. En hexadécimal\u00a0: #7A2342, par exemple.",
  );
  const accent = readColour(draft["accent"]!);
  const palette = paletteOf(draft);
  const refused = accent !== null && !isReadable({ accent, palette });
  const nearest = refused ? nearestAccent({ accent, palette }) : null;
  return (
    <div className="accent">
      <div className="accent__pick">
        <Field
          {...props}
          error={props.error ?? (refused ? tooLight({ accent, palette }) : undefined)}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          required
        />
        <input
          type="color"
          className="needs-js"
          aria-label="Choisir la couleur d’accent"
          value={(accent ?? INITIAL_APPEARANCE.accent).toLowerCase()}
          onChange={({ target }) => set({ accent: target.value.toUpperCase() })}
        />
      </div>
      {nearest && (
        <Button
          className="needs-js"
          type="button"
          variant="plain"
          size="s"
          onClick={() => set({ accent: nearest })}
        >
          <svg className="accent__dot" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="8" fill={nearest} />
          </svg>
          Prendre {nearest}
        </Button>
      )}
    </div>
  );
}

/** The palette that a form names; the default one if it names none that exists. */
export const paletteOf = ({ palette = "" }: Record<string, string>): PaletteName =>
  Object.hasOwn(PALETTES, palette) ? (palette as PaletteName) : INITIAL_APPEARANCE.palette;
