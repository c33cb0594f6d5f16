import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * A panel with its own history entry, so that « back » closes it instead of leaving the page.
 * `close` goes back in history. `closeForLink` does not: a link inside the panel must replace the entry.
 * `releaseEntry`: call before a navigation behind the open panel replaces the entry, which then stays when the panel closes.
 * « Back » then closes the panel, but also undoes that navigation: `onBackAfterRelease` must repeat it.
 */
export function useBackToClose({ onBackAfterRelease }: { onBackAfterRelease?: () => void } = {}) {
  const [isOpen, setIsOpen] = useState(false);
  const hasEntry = useRef(false);

  const onPopState = useEffectEvent(() => {
    // A field that applies its value on blur must lose the focus first: removing a focused element fires no blur event.
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
      // Copies React Router's state, so that it takes both entries for the same page.
      window.history.pushState(window.history.state, "");
      hasEntry.current = true;
      setIsOpen(true);
    },
    close() {
      // Only once: going back again would leave the page.
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
