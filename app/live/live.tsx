import { useEffect, useEffectEvent } from "react";
import { useLocation, useRevalidator } from "react-router";

type Change = { topic: string; id?: string; ids?: string[] };
/** Changes within this many ms cause one revalidation. */
const GATHERED_MS = 30;
/** Minimal interval between revalidations in ms: an import would otherwise reload every open page continuously. */
const SHORTEST_PAUSE_MS = 500;
const watched = new Map<symbol, string[]>();
/** Maximal age in ms of prefetched data when a page shows it (`ui/link-navigation.tsx`). */
const MAX_PREFETCH_AGE_MS = 5 * 60_000;
const MOST_REMEMBERED = 500;
/** Recent changes, oldest first. */
const recentChanges: { change: Change; at: number }[] = [];

/**
 * Runs this page's loaders again when the database changes one of `topics` (« product », « order:01J… »). The stream's
 * messages contain keys only; the loaders check access rights.
 */
export function useLive(...topics: string[]): void {
  const key = topics.join(" ");
  useEffect(() => {
    const id = Symbol(key);
    watched.set(id, key.split(" "));
    return () => void watched.delete(id);
  }, [key]);
}

function remember(change: Change): void {
  recentChanges.push({ change, at: performance.now() });
  if (recentChanges.length > MOST_REMEMBERED) recentChanges.shift();
}

/** Whether a watched topic of this page changed since the earliest time at which its data may have been prefetched. */
function mayBeOld(): boolean {
  const since = performance.now() - MAX_PREFETCH_AGE_MS;
  return recentChanges.some(({ change, at }) => at > since && concerns(change));
}

function concerns({ topic, id, ids = id ? [id] : [] }: Change): boolean {
  if (topic === "*") return true;
  const names = [...watched.values()].flat();
  return (
    names.includes(topic) ||
    (ids.length > 0
      ? ids.some((one) => names.includes(`${topic}:${one}`))
      : names.some((name) => name.startsWith(`${topic}:`)))
  );
}

/**
 * Opens the page's one event stream while the page is visible. Mounted once, in the root. `renderedAt`: when the server
 * rendered the page (ms since the epoch).
 */
export function LiveStream({ renderedAt }: { renderedAt: number }) {
  const { revalidate } = useRevalidator();
  const reload = useEffectEvent(() => void revalidate());
  const address = useEffectEvent(() => `/live?depuis=${renderedAt}`);
  const { key } = useLocation();

  useEffect(() => {
    // The timeout runs after the effects of the new page have registered its topics.
    const timer = setTimeout(() => mayBeOld() && reload());
    return () => clearTimeout(timer);
  }, [key]);

  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasClosed = false;
    let reloadedAt = -SHORTEST_PAUSE_MS;
    const reloadSoon = () => {
      const pause = reloadedAt + SHORTEST_PAUSE_MS - performance.now();
      timer ??= setTimeout(
        () => {
          timer = undefined;
          reloadedAt = performance.now();
          reload();
        },
        Math.max(GATHERED_MS, pause),
      );
    };
    const open = () => {
      if (source || document.visibilityState === "hidden") return;
      // The server first sends the changes since the page was rendered.
      source = new EventSource(address());
      source.addEventListener("open", () => {
        if (wasClosed) reloadSoon();
        wasClosed = false;
      });
      source.addEventListener("message", (event) => {
        const change = JSON.parse(event.data) as Change;
        remember(change);
        if (concerns(change)) reloadSoon();
      });
      source.addEventListener("error", () => (wasClosed = true));
    };
    const close = () => {
      source?.close();
      source = undefined;
      wasClosed = true;
      clearTimeout(timer);
      timer = undefined;
    };
    const toggle = () => (document.visibilityState === "hidden" ? close() : open());
    open();
    document.addEventListener("visibilitychange", toggle);
    window.addEventListener("pagehide", close);
    window.addEventListener("pageshow", open);
    return () => {
      close();
      document.removeEventListener("visibilitychange", toggle);
      window.removeEventListener("pagehide", close);
      window.removeEventListener("pageshow", open);
    };
  }, []);
  return null;
}
