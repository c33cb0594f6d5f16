import { useEffect, useEffectEvent, useState } from "react";

/**
 * Code that the first view does without: `load` runs once the page is idle, and again when the code is needed and still
 * missing. Null until it is there.
 */
export function useWhenIdle<Code>(load: () => Promise<Code>, isNeeded: boolean): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  const fetchCode = useEffectEvent(() => {
    if (code === null)
      load().then(
        (loaded) => setCode(() => loaded),
        // Without a connection: tried again when it is needed.
        () => undefined,
      );
  });
  useEffect(() => {
    if (isNeeded) fetchCode();
    else (self.requestIdleCallback ?? setTimeout)(() => fetchCode());
  }, [isNeeded]);
  return code;
}
