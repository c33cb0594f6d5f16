import { useEffect, type RefObject } from "react";

/** What has changed may know a better place for the focus: its effects come first. */
const LATER_MS = 50;
const TITLE = ":is(h1, h2)[tabindex='-1']";

/**
 * When what holds the focus goes away with what an act has changed (the product deleted, the form saved, the order
 * delivered), the focus goes to the title of what is left around it: a drawer's, or the page's.
 */
export function useLostFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let around: HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
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
