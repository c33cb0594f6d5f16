import { useEffect, useRef } from "react";
import { useNavigationType } from "react-router";

/** The heading of a list: it takes the focus when the reader turns to another page, not when he comes back to one. */
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
