import { lazy, Suspense, useSyncExternalStore } from "react";

export type ToastAction = {
  label: string;
  /** A page to go to… */ to?: string;
  /** …or something to do. */ onClick?: () => void;
};
export type ToastKind = "success" | "error" | "info";

// The library and its container only come with the first message.
const load = () => import("./toast-area.tsx");
const ToastArea = lazy(() => load().then((module) => ({ default: module.ToastArea })));

let isWanted = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(kind: ToastKind, text: string, action?: ToastAction) {
  isWanted = true;
  for (const listener of listeners) listener();
  void load().then((module) => module.showToast(kind, text, action));
}

/** Success at the top centre, errors and information at the top right; never the only place where an error is said. */
export const toast = {
  success: (text: string, action?: ToastAction) => show("success", text, action),
  error: (text: string, action?: ToastAction) => show("error", text, action),
  info: (text: string, action?: ToastAction) => show("info", text, action),
};

/** Once, at the end of the page's frame. */
export function Toasts() {
  const isMounted = useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
  if (!isMounted) return null;
  return (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  );
}
