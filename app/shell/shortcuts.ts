import { useEffect } from "react";

/**
 * Ctrl+S presses the page's « Enregistrer », Ctrl+K goes to the field that searches its list, with ⌘ on Apple's keyboards:
 * whatever bears them as `aria-keyshortcuts`. A page without such a control leaves the keys to the browser, and beneath
 * an open dialog nothing is pressed. Ctrl+K on Apple's keyboards, which cuts a line of text, is left alone.
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
