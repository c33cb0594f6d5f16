import { useEffect, useEffectEvent } from "react";
import { FilePicker } from "#app/media/file-picker.tsx";
import { UploadList } from "#app/media/upload-list.tsx";
import { LOGO_TYPES } from "#app/media/upload-schema.ts";
import { useUploads } from "#app/media/use-uploads.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/** The logo: a picture drawn from the uploaded file, taken when the form is saved. Without one, the name is the wordmark. */
export function LogoField({ field, draft, set }: SettingsFields) {
  const { release, ...uploads } = useUploads({ kind: "logo" });
  const { error } = field("logo");
  const logo = draft["logo"]!;
  const sent = uploads.uploads.find(({ state }) => state === "success")?.picture?.path;
  const take = useEffectEvent(() => {
    if (!sent) return;
    set({ logo: sent });
    release();
  });
  useEffect(() => take(), [sent]);
  return (
    <div className="logo-field">
      <input type="hidden" name="logo" value={logo} />
      {logo ? (
        <p className="logo-field__shown">
          <img src={`/media/${logo}`} alt="Logo choisi" />
          <Button
            className="needs-js"
            type="button"
            variant="plain"
            size="s"
            onClick={() => set({ logo: "" })}
          >
            Retirer le logo
          </Button>
        </p>
      ) : (
        <p className="hint">Sans logo, le nom de la boutique s’écrit en toutes lettres.</p>
      )}
      <div className="needs-js">
        <FilePicker
          id="logo"
          kind="logo"
          accept={LOGO_TYPES}
          label={logo ? "Changer de logo" : "Choisir un logo"}
          onFiles={uploads.add}
        />
      </div>
      <noscript>
        <p>Changer ou retirer le logo demande JavaScript.</p>
      </noscript>
      <UploadList {...uploads} />
      {error && <FieldError id="logo-error">{error}</FieldError>}
      <p className="hint">
        Plus large que haut, de préférence, et lisible sur un fond clair. Dans un SVG, convertissez
        les textes en tracés.
      </p>
    </div>
  );
}
