import { useEffect, useRef } from "react";

/**
 * A control that shows what the address says (`value`), and stays the same element when that changes: it keeps the
 * focus, and what is being typed in it is not written over.
 */
export function useShownValue<Control extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const control = useRef<Control>(null);
  useEffect(() => {
    const element = control.current;
    const isTyping = element instanceof HTMLInputElement && element === document.activeElement;
    if (element && !isTyping) element.value = value;
  }, [value]);
  return control;
}
