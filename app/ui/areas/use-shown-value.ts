import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * A ref for an uncontrolled input that shows the URL's `value` after each navigation. The input keeps its text in two cases: its
 * own form submitted this value (the user may have typed more meanwhile), or the navigation of its form failed.
 */
export function useShownValue<Control extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const control = useRef<Control>(null);
  const submitted = useRef<string>(null);
  const shown = useRef(value);
  const { key } = useLocation();
  useEffect(() => {
    const element = control.current;
    const form = element?.form;
    const recordSubmitted = () => (submitted.current = element?.value.trim() ?? null);
    form?.addEventListener("submit", recordSubmitted);
    return () => form?.removeEventListener("submit", recordSubmitted);
  }, []);
  useEffect(() => {
    const isOwnSubmission = submitted.current === value;
    const hasFailed = submitted.current !== null && shown.current === value;
    submitted.current = null;
    shown.current = value;
    if (control.current && !isOwnSubmission && !hasFailed) control.current.value = value;
  }, [value, key]);
  return control;
}
