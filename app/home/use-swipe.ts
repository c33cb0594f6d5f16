import { useRef, type TouchEvent } from "react";

/** Minimal horizontal distance of a swipe in px. The vertical distance must be smaller than the horizontal one. */
const LEAST_PX = 40;

/**
 * Touch listeners for an element. They call `onSwipe(1)` after a swipe to the left (next), `onSwipe(-1)` after one to the
 * right.
 */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0];
      if (!touch || !start.current) return;
      const across = touch.clientX - start.current.x;
      const down = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) >= LEAST_PX && Math.abs(across) > Math.abs(down))
        onSwipe(across < 0 ? 1 : -1);
    },
  };
}
