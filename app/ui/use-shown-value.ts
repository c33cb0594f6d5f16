import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * A control that shows what the address says (`value`), after every navigation but the one by which its form sent
 * what the address says now: the element stays the same, keeps the focus, and what is typed meanwhile stays. It stays,
 * too, when what its form sent came to nothing, and the page is where it was.
 */
export function useShownValue<Control extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const control = useRef<Control>(null);
  const sent = useRef<string>(null);
  const shown = useRef(value);
  const { key } = useLocation();
  useEffect(() => {
    const element = control.current;
    const form = element?.form;
    const noteSent = () => (sent.current = element?.value.trim() ?? null);
    form?.addEventListener("submit", noteSent);
    return () => form?.removeEventListener("submit", noteSent);
  }, []);
  useEffect(() => {
    const isOwn = sent.current === value;
    const isLost = sent.current !== null && shown.current === value;
    sent.current = null;
    shown.current = value;
    if (control.current && !isOwn && !isLost) control.current.value = value;
  }, [value, key]);
  return control;
}
