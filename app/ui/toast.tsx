import { useEffect, useSyncExternalStore, type ComponentType } from "react";

export type ToastAction = {
  label: string;
  /** A link to this page… */ to?: string;
  /** …or a callback. */ onClick?: () => void;
};
export type ToastKind = "success" | "error" | "info";

// The toast library is loaded when the page is idle, not on first use: the toast about a lost connection needs it offline.
let area: ComponentType | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null when offline: every toast's message is also in the page. */
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

/** Success at the top centre, errors and information at the top right. An error must also be shown in the page. */
export const toast = {
  success: (text: string, action?: ToastAction) => void show("success", text, action),
  error: (text: string, action?: ToastAction) => void show("error", text, action),
  /** Dismisses an error that no longer applies. */
  dismissError: (text: string) => void dismiss("error", text),
  info: (text: string, action?: ToastAction) => void show("info", text, action),
};

/** The toasts' container. Rendered once, at the end of the page frame. */
export function Toasts() {
  useEffect(() => void (self.requestIdleCallback ?? setTimeout)(() => void load()), []);
  const Area = useSyncExternalStore(
    subscribe,
    () => area,
    () => null,
  );
  return Area && <Area />;
}
