import { useSyncExternalStore } from "react";

/** Page sizes by window width (specification §9). The style sheet hides further products at the same widths. */
const SIZES = [
  { media: "(min-width: 1630px)", size: 10 },
  { media: "(min-width: 1487px)", size: 8 },
  { media: "(min-width: 1044px)", size: 9 },
  { media: "(min-width: 1000px)", size: 8 },
] as const;
const NARROW_SIZE = 6;

/** The number of products per page for this window's width; null before hydration, because the server has no window. */
export function usePageSize(): number | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

function read(): number {
  return SIZES.find(({ media }) => window.matchMedia(media).matches)?.size ?? NARROW_SIZE;
}

function subscribe(onChange: () => void): () => void {
  const queries = SIZES.map(({ media }) => window.matchMedia(media));
  for (const query of queries) query.addEventListener("change", onChange);
  return () => {
    for (const query of queries) query.removeEventListener("change", onChange);
  };
}
