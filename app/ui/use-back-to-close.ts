import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * The state of a panel with its own history entry, so that the back button closes the panel instead of leaving the page.
 * `close` goes back in history. `closeForLink` does not, because a link inside the panel must replace the entry.
 * `releaseEntry` must be called before a navigation behind the open panel replaces the entry; `close` then keeps the entry. The
 * back button then closes the panel, but also undoes this navigation: `onBackAfterRelease` must repeat the navigation.
 */
export function useBackToClose({ onBackAfterRelease }: { onBackAfterRelease?: () => void } = {}) {
  const [isOpen, setIsOpen] = useState(false);
  const hasEntry = useRef(false);

  const onPopState = useEffectEvent(() => {
    // A field that applies its value on blur must lose the focus first, because removing a focused element fires no blur event.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (!hasEntry.current) onBackAfterRelease?.();
    hasEntry.current = false;
    setIsOpen(false);
  });
  useEffect(() => {
    if (!isOpen) return;
    window.addEventListener("popstate", onPopState);
    return () => window.removeEventListener("popstate", onPopState);
  }, [isOpen]);

  return {
    isOpen,
    open() {
      // A copy of React Router's state, so that React Router treats both entries as the same page.
      window.history.pushState(window.history.state, "");
      hasEntry.current = true;
      setIsOpen(true);
    },
    close() {
      // Only the first call goes back: a second one would leave the page.
      if (hasEntry.current) window.history.back();
      hasEntry.current = false;
      setIsOpen(false);
    },
    closeForLink() {
      hasEntry.current = false;
      setIsOpen(false);
    },
    releaseEntry() {
      hasEntry.current = false;
    },
  };
}
