import { useSyncExternalStore } from "react";

const KEY = "eclat-preparation";
/** Orders whose ticks are kept; the oldest are dropped. */
const MOST_KEPT = 20;

type Kept = [orderId: string, positions: number[]][];

const listeners = new Set<() => void>();
/** The ticks as JSON text. If the browser denies storage, they last as long as the page. */
let memory = "[]";

/** The ticked lines of an order, by position. Kept in the browser's storage, so that a reload while packing loses none. */
export function useTicks(orderId: string): [number[], (position: number) => void] {
  const kept = keptIn(useSyncExternalStore(subscribe, read, () => "[]"));
  const ticked = kept.find(([id]) => id === orderId)?.[1] ?? [];
  const toggle = (position: number) => {
    const next = ticked.includes(position)
      ? ticked.filter((other) => other !== position)
      : [...ticked, position];
    const others = kept.filter(([id]) => id !== orderId);
    write(JSON.stringify([...others, [orderId, next]].slice(-MOST_KEPT)));
  };
  return [ticked, toggle];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? memory;
  } catch {
    return memory;
  }
}

function write(text: string): void {
  memory = text;
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Storage is full or denied: `memory` keeps the ticks.
  }
  for (const listener of listeners) listener();
}

/** Parses the stored ticks; none if the storage has another format. */
function keptIn(text: string): Kept {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? (kept as Kept) : [];
  } catch {
    return [];
  }
}
