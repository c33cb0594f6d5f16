import { useEffect, useId, useRef, useState, type DragEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { FieldError } from "#app/ui/field-frame.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LARGEST_FILE, NO_FILE, PICTURE_TYPES, type UploadKind } from "./upload-schema.ts";

type FilePickerProps = {
  kind: UploadKind;
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  /** The `accept` attribute of the file input. */
  accept?: string;
  label?: string;
  /** The id of the button, for a link of an error summary. */
  id?: string;
};

const DROP: Partial<Record<UploadKind, string>> = {
  logo: "Déposez votre logo ici",
  notice: "Déposez l’avis officiel ici",
};
const TYPES: Partial<Record<UploadKind, string>> = {
  logo: "SVG, PNG, JPEG ou WebP",
  notice: "SVG ou PNG",
};

/**
 * A drop zone with a button that opens the file dialog; `onFiles` gets the files. Shows an error when the user chose none.
 * Like the uploads, it needs JavaScript.
 */
export function FilePicker({
  kind,
  onFiles,
  multiple = false,
  accept = PICTURE_TYPES,
  label = "Parcourir",
  id,
}: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isEmpty, setIsEmpty] = useState(false);
  const [isOver, setIsOver] = useState(false);

  // React has no prop for the `cancel` event, fired when the file dialog is closed without a choice.
  useEffect(() => {
    const showNoFile = () => setIsEmpty(true);
    const element = input.current;
    element?.addEventListener("cancel", showNoFile);
    return () => element?.removeEventListener("cancel", showNoFile);
  }, []);

  const acceptFiles = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    setIsEmpty(chosen.length === 0);
    if (chosen.length > 0) onFiles(chosen);
  };
  const dragHandlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsOver(false);
      acceptFiles(event.dataTransfer.files);
    },
  };

  const size = `${LARGEST_FILE[kind] / 1024 ** 2}\u00a0Mo au plus.`;
  return (
    <div>
      <div className={classes("drop", isOver && "drop--over")} {...dragHandlers}>
        <Icon name="image-plus" size={24} />
        <div className="drop__text">
          <b>{DROP[kind] ?? (multiple ? "Déposez des images ici" : "Déposez une photo ici")}</b>
          <p
            id={hintId}
          >{`${TYPES[kind] ?? "JPEG, PNG, WebP ou AVIF"}, ${size}${multiple ? " Elles s’ajoutent à la fin." : ""}`}</p>
        </div>
        <Button
          id={id}
          type="button"
          variant="plain"
          size="s"
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          multiple={multiple}
          onChange={(event) => {
            acceptFiles(event.currentTarget.files);
            // Without the reset, choosing the same file again fires no change event.
            event.currentTarget.value = "";
          }}
        />
      </div>
      <div role="status">{isEmpty && <FieldError id={`${hintId}-none`}>{NO_FILE}</FieldError>}</div>
    </div>
  );
}
