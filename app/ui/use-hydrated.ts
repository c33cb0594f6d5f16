import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and for the first picture in the browser: what the browser alone knows comes after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
