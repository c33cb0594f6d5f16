import { useEffect, useEffectEvent, type ReactNode } from "react";
import { FilePicker } from "#app/media/file-picker.tsx";
import { UploadList } from "#app/media/upload-list.tsx";
import type { UploadKind } from "#app/media/upload-schema.ts";
import { useUploads } from "#app/media/use-uploads.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import type { SettingsFields } from "./settings-fields.ts";

type DrawingFieldProps = Pick<SettingsFields, "field" | "draft" | "set"> & {
  name: string;
  kind: UploadKind;
  accept: string;
  /** Texts of the buttons, the alternative text of the chosen picture, and what is shown without one. */
  words: { choose: string; change: string; remove: string; chosen: string; none: string };
  /** Advice below the field. */
  children: ReactNode;
};

/** The field of a picture that the server redraws from an uploaded file: the logo, the official notice. Saving the form claims it. */
export function DrawingField({
  name,
  kind,
  accept,
  words,
  field,
  draft,
  set,
  children,
}: DrawingFieldProps) {
  const { release, ...uploads } = useUploads({ kind });
  const { error } = field(name);
  const path = draft[name];
  const sent = uploads.uploads.find(({ state }) => state === "success")?.picture?.path;
  const take = useEffectEvent(() => {
    if (!sent) return;
    set({ [name]: sent });
    release();
  });
  useEffect(() => take(), [sent]);
  return (
    <div className="drawing-field">
      <input type="hidden" name={name} value={path} />
      {path ? (
        <p className={`drawing-field__shown drawing-field__shown--${kind}`}>
          <img src={`/media/${path}`} alt={words.chosen} />
          <Button
            className="needs-js"
            type="button"
            variant="plain"
            size="s"
            onClick={() => set({ [name]: "" })}
          >
            {words.remove}
          </Button>
        </p>
      ) : (
        <p className="hint">{words.none}</p>
      )}
      <div className="needs-js">
        <FilePicker
          id={name}
          kind={kind}
          accept={accept}
          label={path ? words.change : words.choose}
          onFiles={uploads.add}
        />
      </div>
      <noscript>
        <p>L’envoi d’un fichier demande JavaScript.</p>
      </noscript>
      <UploadList {...uploads} />
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      <p className="hint">{children}</p>
    </div>
  );
}
