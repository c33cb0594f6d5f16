import { useEffect, useEffectEvent, useState } from "react";

/**
 * Loads code that the first render does not need, and returns it; null until it is loaded. `load` runs when the page is idle,
 * and again if that failed and the code is needed.
 */
export function useWhenIdle<Code>(load: () => Promise<Code>, isNeeded: boolean): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  const fetchCode = useEffectEvent(() => {
    if (code === null)
      load().then(
        (loaded) => setCode(() => loaded),
        // Offline: `load` runs again when the code is needed.
        () => undefined,
      );
  });
  useEffect(() => {
    if (isNeeded) fetchCode();
    else (self.requestIdleCallback ?? setTimeout)(() => fetchCode());
  }, [isNeeded]);
  return code;
}
