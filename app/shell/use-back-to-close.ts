import { useEffect, useRef, useState } from "react";

/**
 * A panel with its own step of history, so that « back » closes it instead of leaving the page.
 * `close` goes back that step; `leave` closes for a link inside the panel, which must replace the step.
 */
export function useBackToClose() {
  const [isOpen, setIsOpen] = useState(false);
  const hasStep = useRef(false);

  useEffect(() => {
    if (!isOpen) return;
    const onPopState = () => {
      hasStep.current = false;
      setIsOpen(false);
    };
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
  };
}
