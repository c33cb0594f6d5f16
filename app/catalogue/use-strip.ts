import { useEffect, useRef, useState } from "react";
import { reducedMotion } from "#app/ui/reduced-motion.ts";

/** A swipe has ended this long after the last scroll event, in browsers without `scrollend` (Safari before 26.2). */
const SETTLE_MS = 90;

/**
 * A scroll-snap strip of `count` pictures that starts at index `first`. Returns the index of the shown picture and a function
 * to show another, which wraps around at both ends.
 */
export function useStrip(count: number, first = 0) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Updates the index from the scroll position. */
  const updateCurrent = () => {
    const element = strip.current;
    if (element) setCurrent(Math.round(element.scrollLeft / element.clientWidth));
  };
  // The number of pictures may have decreased.
  const shown = Math.min(current, Math.max(0, count - 1));
  return {
    strip,
    current: shown,
    goTo(index: number, how: "smoothly" | "at-once" = "smoothly") {
      const next = (index + count) % count;
      setCurrent(next);
      const isInstant = how === "at-once" || window.matchMedia(reducedMotion).matches;
      const behavior = isInstant ? "instant" : "smooth";
      strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior });
    },
    onScrollEnd: updateCurrent,
    // Only without `scrollend`: when a slow phone pauses a smooth scroll, the timer would report a picture in between.
    onScroll() {
      if ("onscrollend" in window) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(updateCurrent, SETTLE_MS);
    },
  };
}
