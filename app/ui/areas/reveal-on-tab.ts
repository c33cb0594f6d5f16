import type { KeyboardEvent } from "react";

/**
 * `onKeyUp` of a form with a sticky save bar: scrolls the field that Tab focused above the bar. On its own, Chromium reveals only
 * the caret of a text area, whose other lines stay behind the bar.
 */
export function revealOnTab({ key, target }: KeyboardEvent): void {
  if (key === "Tab" && target instanceof HTMLElement && target.matches(".in"))
    target.scrollIntoView({ block: "nearest" });
}
