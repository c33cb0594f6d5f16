import { useEffect, useEffectEvent, useState, type MouseEvent, type RefObject } from "react";

/** Zoom factors relative to the fitted size: the smallest one of a double tap, and the largest one of a pinch. */
const LEAST_STEP = 2;
const LARGEST = 6;
/** Two taps within this time and distance are a double tap. */
const DOUBLE_MS = 350;
const DOUBLE_PX = 40;

type Pinch = { distance: number; scale: number };

/**
 * Zooms the picture at index `current` of a strip, by pinch, double tap or button. The zoom is set as `--zoom` on the picture's
 * list item, which then scrolls. A double tap zooms to `width`, the picture's width in pixels.
 */
export function useMagnifier(
  strip: RefObject<HTMLUListElement | null>,
  current: number,
  width: number,
) {
  const [scale, setScale] = useState(1);
  const [at, setAt] = useState(current);
  // When another picture is shown, it starts without zoom.
  if (at !== current) {
    setAt(current);
    setScale(1);
  }
  useEffect(() => {
    for (const [index, item] of [...(strip.current?.children ?? [])].entries())
      if (index !== at && item instanceof HTMLElement) {
        item.style.removeProperty("--zoom");
        item.removeAttribute("data-zoomed");
      }
  }, [strip, at]);

  /** Zooms by the factor `wanted`. The point of the picture at these window coordinates keeps its position. */
  function zoom(wanted: number, x: number, y: number) {
    const item = strip.current?.children[current];
    if (!(item instanceof HTMLElement)) return;
    const next = Math.min(LARGEST, Math.max(1, wanted));
    const { left, top } = item.getBoundingClientRect();
    const across = (item.scrollLeft + x - left) / scale;
    const down = (item.scrollTop + y - top) / scale;
    item.style.setProperty("--zoom", String(next));
    item.toggleAttribute("data-zoomed", next > 1);
    item.scrollTo({
      left: across * next - (x - left),
      top: down * next - (y - top),
      behavior: "instant",
    });
    setScale(next);
  }
  function toggle(x?: number, y?: number) {
    const box = strip.current?.getBoundingClientRect();
    if (!box) return;
    const full = width / Math.min(box.width, box.height);
    zoom(
      scale > 1 ? 1 : Math.max(LEAST_STEP, full),
      x ?? box.left + box.width / 2,
      y ?? box.top + box.height / 2,
    );
  }

  const pinchTo = useEffectEvent(zoom);
  const scaleNow = useEffectEvent(() => scale);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    let pinch: Pinch | null = null;
    const start = (event: TouchEvent) => {
      const fingers = fingersOf(event);
      pinch = fingers && { distance: fingers.distance, scale: scaleNow() };
      if (pinch) event.preventDefault();
    };
    const move = (event: TouchEvent) => {
      const fingers = fingersOf(event);
      if (!pinch || !fingers) return;
      event.preventDefault();
      pinchTo((pinch.scale * fingers.distance) / pinch.distance, fingers.x, fingers.y);
    };
    // React attaches passive touch listeners, in which preventDefault has no effect.
    element.addEventListener("touchstart", start, { passive: false });
    element.addEventListener("touchmove", move, { passive: false });
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
    };
  }, [strip]);

  const [tap, setTap] = useState({ time: -DOUBLE_MS, x: 0, y: 0 });
  return {
    isZoomed: scale > 1,
    toggle: () => toggle(),
    onClick({ timeStamp, clientX, clientY }: MouseEvent) {
      const isNear = Math.hypot(clientX - tap.x, clientY - tap.y) < DOUBLE_PX;
      const isDouble = isNear && timeStamp - tap.time < DOUBLE_MS;
      setTap({ time: isDouble ? -DOUBLE_MS : timeStamp, x: clientX, y: clientY });
      if (isDouble) toggle(clientX, clientY);
    },
  };
}

/** The centre and distance of two fingers; null for any other number of fingers. */
function fingersOf({ touches }: TouchEvent) {
  const [one, two] = touches;
  if (!one || !two || touches.length > 2) return null;
  return {
    distance: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    x: (one.clientX + two.clientX) / 2,
    y: (one.clientY + two.clientY) / 2,
  };
}
