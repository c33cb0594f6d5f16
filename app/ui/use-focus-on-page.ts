import { useEffect, useRef } from "react";
import { useNavigationType } from "react-router";

/**
 * A ref for a list's heading. The heading gets the focus after a link to another page of the list, but not after going back.
 */
export function useFocusOnPage(page: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  const navigationType = useNavigationType();
  useEffect(() => {
    if (shown.current !== page && navigationType === "PUSH")
      heading.current?.focus({ preventScroll: true });
    shown.current = page;
  }, [page, navigationType]);
  return heading;
}
