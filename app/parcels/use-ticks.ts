import { useEffect, useState } from "react";

const KEY = "eclat-preparation";
/** Orders whose ticks are kept; the oldest are dropped. */
const MOST_KEPT = 20;

type Kept = [orderId: string, positions: number[]][];

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Kept) : [];
  } catch {
    return [];
  }
}

/** The ticked lines of an order, by position. The browser keeps them: a call or a reload in the stockroom loses none. */
export function useTicks(orderId: string): [number[], (position: number) => void] {
  const [ticked, setTicked] = useState<number[]>([]);
  useEffect(() => {
    setTicked(read().find(([id]) => id === orderId)?.[1] ?? []);
  }, [orderId]);
  const toggle = (position: number) => {
    const next = ticked.includes(position)
      ? ticked.filter((other) => other !== position)
      : [...ticked, position];
    setTicked(next);
    try {
      const others = read().filter(([id]) => id !== orderId);
      localStorage.setItem(KEY, JSON.stringify([...others, [orderId, next]].slice(-MOST_KEPT)));
    } catch {
      // Without storage the ticks last as long as the page.
    }
  };
  return [ticked, toggle];
}
