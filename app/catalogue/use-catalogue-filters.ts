import { useEffect, useRef, useState } from "react";
import { useNavigate, useNavigation } from "react-router";
import {
  catalogueHref,
  parseCatalogueQuery,
  WIDEST_PAGE_SIZE,
  type CatalogueQuery,
} from "./catalogue-query.ts";

export type Filters = {
  /** The last requested query, even while its page is loading. */
  wanted: CatalogueQuery;
  isLoading: boolean;
  /** Navigates to the first page of the changed query. `replace`, used while typing, replaces the history entry. */
  apply: (change: Partial<CatalogueQuery>, options?: { replace: boolean }) => void;
};

/** The shop's filters. Their state is in the URL; `applied` is the query of the shown list. */
export function useCatalogueFilters(applied: CatalogueQuery): Filters {
  const navigate = useNavigate();
  const { location } = useNavigation();
  const isLoading = location?.pathname === "/boutique";
  const wanted = isLoading ? parseCatalogueQuery(new URLSearchParams(location.search)) : applied;
  // A ref, so that a second change before the next render includes the first one.
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  return {
    wanted,
    isLoading,
    apply(change, options) {
      latest.current = { ...latest.current, ...change, page: 1, pageSize: WIDEST_PAGE_SIZE };
      void navigate(catalogueHref(latest.current), {
        preventScrollReset: true,
        // flushSync: in a transition, React would first reset a just checked box to the URL's state.
        flushSync: true,
        ...options,
      });
    },
  };
}

/**
 * The state of a debounced text filter: `apply` is called `delay` milliseconds after the last change. The text becomes `applied`
 * when something else changed the filter (a chip, the back button), but not when `applied` is the result of the typed text: the
 * user may have typed more since.
 */
export function useFilterText(
  applied: string,
  {
    clean,
    apply,
    delay,
  }: { clean: (text: string) => string; apply: (text: string) => void; delay: number },
) {
  const [text, setText] = useState(applied);
  const [seen, setSeen] = useState(applied);
  const [sent, setSent] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (seen !== applied) {
    setSeen(applied);
    if (applied !== sent) {
      setText(applied);
      setSent(applied);
    }
  }
  function send(value: string) {
    clearTimeout(timer.current);
    if (value === sent) return;
    setSent(value);
    apply(value);
  }
  return {
    text,
    change(typed: string) {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(clean(typed)), delay);
    },
    /** Applies the text at once, without the delay. */
    flush: () => send(clean(text)),
  };
}
