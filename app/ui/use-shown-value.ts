import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * A control that shows what the address says (`value`), after every navigation but the one by which its form sent
 * what the address says now: the element stays the same, keeps the focus, and what is typed meanwhile stays.
 */
export function useShownValue<Control extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const control = useRef<Control>(null);
  const sent = useRef<string>(null);
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
    sent.current = null;
    if (control.current && !isOwn) control.current.value = value;
  }, [value, key]);
  return control;
}
