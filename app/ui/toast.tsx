import { useEffect, useSyncExternalStore, type ComponentType } from "react";
import type { ToastAction, ToastKind } from "./toast-kinds.ts";

// The toast library is loaded when the page is idle, not on first use, because the toast about a lost connection needs the
// library while offline.
let area: ComponentType | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the toast library; null when this fails (offline). A message is then not shown as a toast. */
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

/**
 * Shows toasts: success at the top centre, errors and information at the top right. Every error must also be shown in the
 * page.
 */
export const toast = {
  success: (text: string, action?: ToastAction) => void show("success", text, action),
  error: (text: string, action?: ToastAction) => void show("error", text, action),
  /** Dismisses the error toast with this text, when the error no longer applies. */
  dismissError: (text: string) => void dismiss("error", text),
  info: (text: string, action?: ToastAction) => void show("info", text, action),
};

/** The container of all toasts. Rendered once, at the end of the root's layout. */
export function Toasts() {
  useEffect(() => void (self.requestIdleCallback ?? setTimeout)(() => void load()), []);
  const Area = useSyncExternalStore(
    subscribe,
    () => area,
    () => null,
  );
  return Area && <Area />;
}
