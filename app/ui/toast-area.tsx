import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { toast, ToastContainer, type CloseButtonProps } from "react-toastify/unstyled";
import { Icon } from "./icon.tsx";
import { TextLink } from "./link.tsx";
import type { ToastAction, ToastKind } from "./toast-kinds.ts";

/**
 * The element that contains the toasts. `placeHost` moves it into an open modal dialog, which makes everything outside it
 * inert.
 */
let host: HTMLElement | null = null;

function placeHost() {
  if (!host) return;
  const dialogs = document.querySelectorAll<HTMLDialogElement>("dialog:modal");
  const parent = dialogs[dialogs.length - 1] ?? document.body;
  if (host.parentElement === parent) return;
  parent.append(host);
  if (parent instanceof HTMLDialogElement)
    parent.addEventListener("close", placeHost, { once: true });
}

function Content({
  text,
  action,
  close,
}: {
  text: string;
  action?: ToastAction;
  close: () => void;
}) {
  return (
    <div>
      <b>{text}</b>
      {action?.to !== undefined && (
        <TextLink to={action.to} onClick={close}>
          {action.label}
        </TextLink>
      )}
      {action?.onClick && (
        <button
          type="button"
          className="link"
          onClick={() => {
            action.onClick?.();
            close();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

export function showToast(kind: ToastKind, text: string, action?: ToastAction) {
  placeHost();
  // A toast with the same text and no action restarts instead of being shown twice.
  const toastId = action ? undefined : `${kind} ${text}`;
  if (toastId && toast.isActive(toastId)) return toast.update(toastId);
  toast(({ closeToast }) => <Content text={text} action={action} close={() => closeToast()} />, {
    toastId,
    type: kind,
    position: kind === "success" ? "top-center" : "top-right",
    role: kind === "error" ? "alert" : "status",
    icon: <Icon name={kind === "error" ? "circle-alert" : "circle-check"} />,
  });
}

export const dismissToast = (kind: ToastKind, text: string): void =>
  toast.dismiss(`${kind} ${text}`);

function CloseButton({ closeToast }: Pick<CloseButtonProps, "closeToast">) {
  return (
    <button type="button" className="toast__x" aria-label="Fermer" onClick={closeToast}>
      <Icon name="x" />
    </button>
  );
}

export function ToastArea() {
  const [element] = useState(() => document.createElement("div"));
  useEffect(() => {
    host = element;
    placeHost();
    return () => {
      host = null;
      element.remove();
    };
  }, [element]);

  return createPortal(
    <ToastContainer
      aria-label="Messages"
      autoClose={5000}
      pauseOnHover
      pauseOnFocusLoss
      limit={3}
      newestOnTop
      // Hides the progress bar only from assistive technology: toast.css shows it.
      hideProgressBar
      transition={false}
      className={(context) => `toasts toasts--${context?.position}`}
      toastClassName={(context) => `toast toast--${context?.type}`}
      progressClassName={() => "toast__time"}
      closeButton={CloseButton}
    />,
    element,
  );
}
