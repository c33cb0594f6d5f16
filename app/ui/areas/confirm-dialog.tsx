import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** The affected object (`.what`) and the consequences (`<p>`). */
  children?: ReactNode;
  /** The label of the confirming button, with act and object: « Supprimer la crème ». */
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  busy?: boolean;
};

/** Makes `showModal` focus this button, by the attribute `autofocus`. React's `autoFocus` prop does not write the attribute. */
const focusFirst = (button: HTMLButtonElement | null) => button?.setAttribute("autofocus", "");

/** A modal dialog with a question, a button « Annuler » and a confirming button. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = "Annuler",
  destructive,
  onConfirm,
  onCancel,
  busy,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      foot={
        <>
          <Button type="button" variant="plain" size="s" ref={focusFirst} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            type="button"
            variant={destructive ? "danger" : "primary"}
            size="s"
            busy={busy}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
