import { useEffect, useRef, useState } from "react";
import { useReducedMotion } from "#app/ui/reduced-motion.ts";

const INTERVAL_MS = 5000;
/** Delay in ms before the pictures of hidden slides load, so that they don't slow down the first view. */
const PRELOAD_MS = 2000;

/**
 * The state of a banner with `count` slides. The next slide is shown every 5 s (specification §2), except while the banner is
 * paused, hovered or focused, or the tab is hidden. With reduced motion, the banner starts paused.
 */
export function useBanner(count: number) {
  const section = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(0);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [isReady, setReady] = useState(false);
  const isStill = useReducedMotion();
  const isPlaying = (chosen ?? !isStill) && count > 1;
  const current = Math.min(shown, Math.max(0, count - 1));

  useEffect(() => {
    const timer = setTimeout(() => setReady(true), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isPlaying) return;
    // The timer restarts with each slide, so that a chosen slide stays 5 s too.
    const timer = setInterval(() => {
      const isHeld = section.current?.matches(":hover, :focus-within") ?? true;
      if (!isHeld && !document.hidden) setShown((current + 1) % count);
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPlaying, current, count]);

  return {
    section,
    current,
    isPlaying,
    /** Whether hidden slides may load their pictures: true after PRELOAD_MS. */
    isReady,
    toggle: () => setChosen(!isPlaying),
    go: (index: number) => setShown((index + count) % count),
  };
}
