import { useEffect, type RefObject } from "react";

/** Delay in ms, so that components can set the focus first. */
const LATER_MS = 50;
const TITLE = ":is(h1, h2)[tabindex='-1']";

/** The focus' position in a list, kept while a dialog is open; `like`: a selector for the focused control. */
type Place = { list: Element; row: Element; index: number; like: string };

function placeOf(element: Element): Place | null {
  const row = element.closest("tbody > tr, li");
  const list = row?.parentElement;
  if (!row || !list) return null;
  const classes = [...element.classList].map((name) => `.${CSS.escape(name)}`).join("");
  return { list, row, index: [...list.children].indexOf(row), like: element.localName + classes };
}

/** The same control of the same row, or of the row now at its position, or of the last row. */
function nextInList({ list, row, index, like }: Place): HTMLElement | null {
  const next = row.isConnected ? row : (list.children[index] ?? list.lastElementChild);
  const same = row.isConnected ? null : next?.querySelector<HTMLElement>(like);
  return same ?? next?.querySelector<HTMLElement>("a[href], button:not(:disabled)") ?? null;
}

/**
 * Restores the focus when an act removes the focused element (a deleted product, a saved form, a delivered order): to the
 * next row of its list, or else to the heading of the surrounding drawer or page.
 */
export function useLostFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let around: HTMLElement[] = [];
    let place: Place | null = null;
    const note = ({ target }: FocusEvent) => {
      // A dialog over the list keeps the position.
      if (!(target as Element).closest("dialog")) place = placeOf(target as Element);
      around = [];
      for (let at = target as HTMLElement | null; at; at = at.parentElement) around.push(at);
    };
    let timer = 0;
    const isLost = () =>
      around[0]?.isConnected === false && document.activeElement === document.body;
    const find = () => {
      if (!isLost()) return;
      // Under a modal dialog elements cannot take the focus.
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
