import { useEffect, type RefObject } from "react";

/** What has changed may know a better place for the focus: its effects come first. */
const LATER_MS = 50;
const TITLE = ":is(h1, h2)[tabindex='-1']";

/** Where in a list the focus is, or was when it went to a dialog over it; `like` is what held it. */
type Place = { list: Element; row: Element; index: number; like: string };

function placeOf(element: Element): Place | null {
  const row = element.closest("tbody > tr, li");
  const list = row?.parentElement;
  if (!row || !list) return null;
  const classes = [...element.classList].map((name) => `.${CSS.escape(name)}`).join("");
  return { list, row, index: [...list.children].indexOf(row), like: element.localName + classes };
}

/** The control of the row itself or, once that has gone, of the one that has come in its place, or of the last. */
function nextInList({ list, row, index, like }: Place): HTMLElement | null {
  const next = row.isConnected ? row : (list.children[index] ?? list.lastElementChild);
  const same = row.isConnected ? null : next?.querySelector<HTMLElement>(like);
  return same ?? next?.querySelector<HTMLElement>("a[href], button:not(:disabled)") ?? null;
}

/**
 * When what holds the focus goes away with what an act has changed (the product deleted, the form saved, the order
 * delivered), the focus goes on with the next row of its list; elsewhere to the title of what is left around it: a
 * drawer's, or the page's.
 */
export function useLostFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let around: HTMLElement[] = [];
    let place: Place | null = null;
    const note = ({ target }: FocusEvent) => {
      // A question over the list keeps the place.
      if (!(target as Element).closest("dialog")) place = placeOf(target as Element);
      around = [];
      for (let at = target as HTMLElement | null; at; at = at.parentElement) around.push(at);
    };
    let timer = 0;
    const isLost = () =>
      around[0]?.isConnected === false && document.activeElement === document.body;
    const find = () => {
      if (!isLost()) return;
      // Beneath an open dialog nothing takes the focus.
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
