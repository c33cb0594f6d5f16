import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and during hydration, then true. Used for content that depends on the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
