import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * A panel with its own step of history, so that « back » closes it instead of leaving the page.
 * `close` goes back that step; `leave` closes for a link inside the panel, which must replace the step.
 * `takeStep`: a navigation behind the open panel is about to replace the step, which then stays when the panel closes.
 * « Back » has left that navigation's page: `onBackFromTakenStep` goes there again.
 */
export function useBackToClose({ onBackFromTakenStep }: { onBackFromTakenStep?: () => void } = {}) {
  const [isOpen, setIsOpen] = useState(false);
  const hasStep = useRef(false);

  const onPopState = useEffectEvent(() => {
    // A field that applies what was typed when it is left must be left: one taken away says nothing.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (!hasStep.current) onBackFromTakenStep?.();
    hasStep.current = false;
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
      // The router's own state goes along: to it, both steps are one and the same page.
      window.history.pushState(window.history.state, "");
      hasStep.current = true;
      setIsOpen(true);
    },
    close() {
      // Once only: a second step back would leave the page.
      if (hasStep.current) window.history.back();
      hasStep.current = false;
      setIsOpen(false);
    },
    leave() {
      hasStep.current = false;
      setIsOpen(false);
    },
    takeStep() {
      hasStep.current = false;
    },
  };
}
