import { useEffect, useRef, useState } from "react";
import { reducedMotion } from "#app/ui/reduced-motion.ts";

/** How long after the last scroll event a swipe counts as ended, where the browser doesn't say so (Safari before 26.2). */
const SETTLE_MS = 90;

/**
 * A scroll-snap strip of `count` pictures, beginning with the one at `first`: which one is shown, and a way to go to
 * another, round from either end.
 */
export function useStrip(count: number, first = 0) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Whatever lies in the strip's window, at a finger's will or at an arrow's. */
  const follow = () => {
    const element = strip.current;
    if (element) setCurrent(Math.round(element.scrollLeft / element.clientWidth));
  };
  // A picture may have been taken away since.
  const shown = Math.min(current, Math.max(0, count - 1));
  return {
    strip,
    current: shown,
    go(index: number, how: "smoothly" | "at-once" = "smoothly") {
      const next = (index + count) % count;
      setCurrent(next);
      const isStill = how === "at-once" || window.matchMedia(reducedMotion).matches;
      const behavior = isStill ? "instant" : "smooth";
      strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior });
    },
    onScrollEnd: follow,
    // A slow phone may pause on the way, where the picture before would be taken for the one that is gone to.
    onScroll() {
      if ("onscrollend" in window) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(follow, SETTLE_MS);
    },
  };
}
