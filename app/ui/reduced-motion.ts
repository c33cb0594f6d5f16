import { useSyncExternalStore } from "react";

export const reducedMotion = "(prefers-reduced-motion: reduce)";

function subscribeToMotion(changed: () => void) {
  const query = window.matchMedia(reducedMotion);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Whether the visitor prefers reduced motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribeToMotion,
    () => window.matchMedia(reducedMotion).matches,
    () => false,
  );
}
