import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  /**
   * « dialog » at the centre, « drawer » on the right, « menu » on the left, « sheet » from below (on the right from 768 px).
   */
  variant?: "dialog" | "drawer" | "menu" | "sheet";
  /** The visible title; `label` names a dialog that shows none. */
  title?: ReactNode;
  label?: string;
  /** Content of the header: below a drawer's title, or instead of a menu's. */
  head?: ReactNode;
  /** Icon buttons before the close button of a drawer. */
  tools?: ReactNode;
  /** The buttons in the footer. */
  foot?: ReactNode;
  closeLabel?: string;
  className?: string;
  children: ReactNode;
};

const variantClass = {
  dialog: "dialog",
  drawer: "drawer",
  menu: "sheet sheet--left",
  sheet: "sheet sheet--bottom",
} as const;

export function Dialog({
  open,
  onClose,
  variant = "dialog",
  title,
  label,
  head,
  tools,
  foot,
  closeLabel = "Fermer",
  className,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();

  // The cleanup of a layout effect runs before React removes the dialog from the document, so that close() restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    return () => element.close();
  }, [open]);

  const close = (
    <button type="button" className="icon-btn" aria-label={closeLabel} onClick={onClose}>
      <Icon name="x" />
    </button>
  );

  return (
    <dialog
      ref={dialog}
      className={classes(variantClass[variant], className)}
      aria-label={label}
      aria-labelledby={title !== undefined && label === undefined ? titleId : undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        // A field that applies its value on blur must lose the focus first, because removing a focused element fires no blur event.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        onClose();
      }}
      onClose={(event) => {
        const isMine = event.target === event.currentTarget;
        if (isMine && open && !event.currentTarget.open) onClose();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // A click on the backdrop has the dialog as its target. A drag that started inside must not close it.
        if (event.target === event.currentTarget && pressedOutside.current) onClose();
      }}
    >
      {open && variant === "dialog" && (
        <>
          <div className="dialog__body">
            {title !== undefined && <h2 id={titleId}>{title}</h2>}
            {children}
          </div>
          {foot !== undefined && <div className="dialog__acts">{foot}</div>}
        </>
      )}
      {open && variant === "drawer" && (
        <>
          <div className="drawer__head">
            <div>
              <h2 id={titleId} tabIndex={-1} autoFocus>
                {title}
              </h2>
              {head}
            </div>
            {tools}
            {close}
          </div>
          <div className="drawer__scroll" tabIndex={0} role="group" aria-labelledby={titleId}>
            {children}
          </div>
          {foot !== undefined && <div className="drawer__foot">{foot}</div>}
        </>
      )}
      {open && (variant === "menu" || variant === "sheet") && (
        <>
          <div className="sheet__head">
            {head ?? (
              <h2 className="h4" id={titleId}>
                {title}
              </h2>
            )}
            {close}
          </div>
          <div className="sheet__body">{children}</div>
          {foot !== undefined && <div className="sheet__foot">{foot}</div>}
        </>
      )}
    </dialog>
  );
}
