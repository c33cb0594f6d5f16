import { useRef, type TouchEvent } from "react";

/** How far a finger goes across before it means something, in pixels; further than up or down. */
const LEAST_PX = 40;

/** Listeners for an element that a finger is drawn across: to the left asks for the next (1), to the right for the former (-1). */
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
