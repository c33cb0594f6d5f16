import { useEffect, useState } from "react";

/** Returns a function that, after the next render, focuses the element `[data-part=…]` in the list's row at `place`. */
export function useFocusAfter(list: { current: HTMLElement | null }) {
  const [target, setTarget] = useState<{ place: number; part: string } | null>(null);
  useEffect(() => {
    if (!target) return;
    const row = list.current?.children[target.place];
    row?.querySelector<HTMLElement>(`[data-part=${target.part}]`)?.focus();
  }, [target, list]);
  return (place: number, part: string) => setTarget({ place, part });
}
