import { useEffect, useRef, useState } from "react";
import { reducedMotion } from "#app/ui/reduced-motion.ts";

/** In browsers without `scrollend` (Safari before 26.2), a swipe counts as ended this many ms after the last scroll event. */
const SETTLE_MS = 90;

/**
 * The state of a scroll-snap strip of `count` pictures that starts at index `first`. Returns the index of the shown picture
 * (`current`), and `goTo`, which shows another one: after the last comes the first, before the first the last.
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
  // `current` may be too large, because the number of pictures may have decreased.
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
    // The timer is used only without `scrollend`: when a slow phone pauses a smooth scroll, it would report a picture in between.
    onScroll() {
      if ("onscrollend" in window) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(updateCurrent, SETTLE_MS);
    },
  };
}
