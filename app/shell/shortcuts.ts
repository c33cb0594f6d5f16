import { useEffect } from "react";

/**
 * Handles keyboard shortcuts: Ctrl+S clicks « Enregistrer », Ctrl+K focuses the list's search field (⌘ on Apple keyboards).
 * The control is the first visible element with a matching `aria-keyshortcuts`. Without one, or while a modal dialog is open,
 * the browser handles the keys. On Apple keyboards, Ctrl+K stays the system's shortcut to delete a line.
 */
export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isApple = /^(Mac|iP)/.test(navigator.platform);
      const isHeld = isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (!isHeld || event.altKey || event.shiftKey || event.isComposing) return;
      if (document.querySelector("dialog:modal")) return;
      const control = [
        ...document.querySelectorAll<HTMLElement>(
          `[aria-keyshortcuts~="Control+${CSS.escape(event.key.toUpperCase())}"]`,
        ),
      ].find((one) => one.checkVisibility());
      if (!control) return;
      event.preventDefault();
      if (event.repeat) return;
      if (control instanceof HTMLInputElement) {
        control.focus();
        control.select();
      } else control.click();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
