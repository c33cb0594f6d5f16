import { useEffect, type RefObject } from "react";

/** Delay in ms before the focus is moved, so that components can set the focus first. */
const LATER_MS = 50;
const TITLE = ":is(h1, h2)[tabindex='-1']";

/** The position of the last focused control in a list. `like` is a selector for such a control in another row. */
type Place = { list: Element; row: Element; index: number; like: string };

function placeOf(element: Element): Place | null {
  const row = element.closest("tbody > tr, li");
  const list = row?.parentElement;
  if (!row || !list) return null;
  const classes = [...element.classList].map((name) => `.${CSS.escape(name)}`).join("");
  return { list, row, index: [...list.children].indexOf(row), like: element.localName + classes };
}

/**
 * The control to focus: in the row itself if it still exists, otherwise in the row now at its position or in the last row. In
 * another row, preferably one that matches `like`; otherwise the first link or button of the row. Null if there is none.
 */
function nextInList({ list, row, index, like }: Place): HTMLElement | null {
  const next = row.isConnected ? row : (list.children[index] ?? list.lastElementChild);
  const same = row.isConnected ? null : next?.querySelector<HTMLElement>(like);
  return same ?? next?.querySelector<HTMLElement>("a[href], button:not(:disabled)") ?? null;
}

/**
 * Moves the focus when the focused element was removed (a deleted product, a saved form, a delivered order): to the next row of
 * its list, or else to the heading of the surrounding drawer or page.
 */
export function useLostFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let around: HTMLElement[] = [];
    let place: Place | null = null;
    const note = ({ target }: FocusEvent) => {
      // The focus in a dialog over the list does not change the position in the list.
      if (!(target as Element).closest("dialog")) place = placeOf(target as Element);
      around = [];
      for (let at = target as HTMLElement | null; at; at = at.parentElement) around.push(at);
    };
    let timer = 0;
    const isLost = () =>
      around[0]?.isConnected === false && document.activeElement === document.body;
    const find = () => {
      if (!isLost()) return;
      // While a modal dialog is open, elements outside it cannot have the focus.
      const open = [...element.querySelectorAll<HTMLElement>("dialog:modal")].at(-1);
      const next = !open && place?.list.isConnected ? nextInList(place) : null;
      if (next) return next.focus();
      (open ? [open] : around.filter((one) => one.isConnected))
        .map((one) => one.querySelector<HTMLElement>(TITLE))
        .find(Boolean)
        ?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = window.setTimeout(find, LATER_MS);
    });
    element.addEventListener("focusin", note);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener("focusin", note);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [area]);
}
