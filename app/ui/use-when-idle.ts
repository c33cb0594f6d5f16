import { useEffect, useEffectEvent, useState } from "react";

/**
 * Code that is not needed for the first render: `load` runs when the page is idle, and again when the code is needed and still
 * missing. Null until it is loaded.
 */
export function useWhenIdle<Code>(load: () => Promise<Code>, isNeeded: boolean): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  const fetchCode = useEffectEvent(() => {
    if (code === null)
      load().then(
        (loaded) => setCode(() => loaded),
        // Offline: retried when it is needed.
        () => undefined,
      );
  });
  useEffect(() => {
    if (isNeeded) fetchCode();
    else (self.requestIdleCallback ?? setTimeout)(() => fetchCode());
  }, [isNeeded]);
  return code;
}
