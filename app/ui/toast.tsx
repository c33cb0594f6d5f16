import { useEffect, useSyncExternalStore, type ComponentType } from "react";

export type ToastAction = {
  label: string;
  /** A page to go to… */ to?: string;
  /** …or something to do. */ onClick?: () => void;
};
export type ToastKind = "success" | "error" | "info";

// The library and its container come when the page is idle: what is said of a lost connection can't be fetched then.
let area: ComponentType | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null without a connection: what a toast says stands in the page too. */
const load = () => import("./toast-area.tsx").catch(() => null);

async function show(kind: ToastKind, text: string, action?: ToastAction) {
  const module = await load();
  if (!module) return;
  area = module.ToastArea;
  for (const listener of listeners) listener();
  module.showToast(kind, text, action);
}

async function dismiss(kind: ToastKind, text: string) {
  (await load())?.dismissToast(kind, text);
}

/** Success at the top centre, errors and information at the top right; never the only place where an error is said. */
export const toast = {
  success: (text: string, action?: ToastAction) => void show("success", text, action),
  error: (text: string, action?: ToastAction) => void show("error", text, action),
  /** Takes an error's message away that is no longer true. */
  dismissError: (text: string) => void dismiss("error", text),
  info: (text: string, action?: ToastAction) => void show("info", text, action),
};

/** Once, at the end of the page's frame. */
export function Toasts() {
  useEffect(() => void (self.requestIdleCallback ?? setTimeout)(() => void load()), []);
  const Area = useSyncExternalStore(
    subscribe,
    () => area,
    () => null,
  );
  return Area && <Area />;
}
