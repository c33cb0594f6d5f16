import { useEffect, useRef, useState } from "react";
import { useReducedMotion } from "#app/ui/reduced-motion.ts";

const INTERVAL_MS = 5000;
/** When the first page has long been shown: the other slides' pictures may come. */
const PRELOAD_MS = 2000;

/** Which of `count` slides is shown: another one every 5 s, unless the visitor looks closer, paused it, or asks for little movement. */
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
    // Begins again with each slide, so that one chosen by hand stays as long as the others.
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
    /** Whether the slides not shown may load their pictures. */
    isReady,
    toggle: () => setChosen(!isPlaying),
    go: (index: number) => setShown((index + count) % count),
  };
}
