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
  /** A file field's `accept`. */
  accept?: string;
  /** The button's words. */
  label?: string;
  /** The id of the button, for a link of an error summary. */
  id?: string;
};

/** A place to drop files on, with a button that chooses them. Needs JavaScript, as sending them does. */
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

  // React knows no cancel event of a file field: its window was closed without a choice.
  useEffect(() => {
    const say = () => setIsEmpty(true);
    const element = input.current;
    element?.addEventListener("cancel", say);
    return () => element?.removeEventListener("cancel", say);
  }, []);

  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    setIsEmpty(chosen.length === 0);
    if (chosen.length > 0) onFiles(chosen);
  };
  const drag = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsOver(false);
      take(event.dataTransfer.files);
    },
  };

  const size = `${LARGEST_FILE[kind] / 1024 ** 2}\u00a0Mo au plus.`;
  return (
    <div>
      <div className={classes("drop", isOver && "drop--over")} {...drag}>
        <Icon name="image-plus" size={24} />
        <div className="drop__text">
          <b>{multiple ? "Déposez des images ici" : "Déposez une photo ici"}</b>
          <p id={hintId}>
            JPEG, PNG, WebP ou AVIF, {size}
            {multiple && " Elles s’ajoutent à la fin."}
          </p>
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
            take(event.currentTarget.files);
            // The same file may be chosen again.
            event.currentTarget.value = "";
          }}
        />
      </div>
      <div role="status">{isEmpty && <FieldError id={`${hintId}-none`}>{NO_FILE}</FieldError>}</div>
    </div>
  );
}
