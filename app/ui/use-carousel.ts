import { useEffect, useRef, useState } from "react";
import { reducedMotion, useReducedMotion } from "./reduced-motion.ts";

const interval = 6000;
/** Scrolls the track by one card; from the last card to the first and vice versa. */
function scrollByCard(track: HTMLElement, direction: 1 | -1) {
  const [first, second] = track.children;
  if (!(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return;
  const end = track.scrollWidth - track.clientWidth;
  const isAtLimit = direction === 1 ? track.scrollLeft >= end - 2 : track.scrollLeft <= 2;
  const next = track.scrollLeft + direction * (second.offsetLeft - first.offsetLeft);
  const behavior = window.matchMedia(reducedMotion).matches ? "auto" : "smooth";
  track.scrollTo({ left: isAtLimit ? (direction === 1 ? 0 : end) : next, behavior });
}

/**
 * The state of a carousel: refs for its section and its scrollable track, whether the cards overflow the track, and whether
 * it advances automatically. `toggle` starts or stops this; `move` scrolls by one card.
 */
export function useCarousel() {
  const section = useRef<HTMLElement>(null);
  const track = useRef<HTMLUListElement>(null);
  const [isOverflowing, setOverflowing] = useState(false);
  // The visitor's choice with the pause button. Null before a choice: the carousel plays unless reduced motion is preferred.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isMotionReduced = useReducedMotion();
  const isPlaying = chosen ?? !isMotionReduced;

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setOverflowing(element.scrollWidth > element.clientWidth + 1),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!isPlaying || !isOverflowing) return;
    const timer = setInterval(() => {
      const isInUse = section.current?.matches(":hover, :focus-within") ?? true;
      if (track.current && !isInUse && !document.hidden) scrollByCard(track.current, 1);
    }, interval);
    return () => clearInterval(timer);
  }, [isPlaying, isOverflowing]);

  return {
    section,
    track,
    isOverflowing,
    isPlaying,
    toggle: () => setChosen(!isPlaying),
    move: (direction: 1 | -1) => {
      if (track.current) scrollByCard(track.current, direction);
    },
  };
}
