import { useSyncExternalStore, type ComponentType } from "react";

export type ToastAction = {
  label: string;
  /** A page to go to… */ to?: string;
  /** …or something to do. */ onClick?: () => void;
};
export type ToastKind = "success" | "error" | "info";

// The library and its container only come with the first message.
let area: ComponentType | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(kind: ToastKind, text: string, action?: ToastAction) {
  import("./toast-area.tsx").then(
    (module) => {
      area = module.ToastArea;
      for (const listener of listeners) listener();
      module.showToast(kind, text, action);
    },
    // Without a connection there is no toast; what it would say stands in the page too.
    () => undefined,
  );
}

/** Success at the top centre, errors and information at the top right; never the only place where an error is said. */
export const toast = {
  success: (text: string, action?: ToastAction) => show("success", text, action),
  error: (text: string, action?: ToastAction) => show("error", text, action),
  info: (text: string, action?: ToastAction) => show("info", text, action),
};

/** Once, at the end of the page's frame. */
export function Toasts() {
  const Area = useSyncExternalStore(
    subscribe,
    () => area,
    () => null,
  );
  return Area && <Area />;
}
