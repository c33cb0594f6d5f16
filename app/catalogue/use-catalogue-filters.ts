import { useEffect, useRef, useState } from "react";
import { useNavigate, useNavigation } from "react-router";
import {
  catalogueHref,
  parseCatalogueQuery,
  WIDEST_PAGE_SIZE,
  type CatalogueQuery,
} from "./catalogue-query.ts";

export type Filters = {
  /** The last requested query, even while it is loading. */
  wanted: CatalogueQuery;
  isLoading: boolean;
  /** Navigates to the changed query, from its first page. `replace`: while typing, to add only one history entry. */
  apply: (change: Partial<CatalogueQuery>, options?: { replace: boolean }) => void;
};

/** The shop's filters. Their state is the URL. */
export function useCatalogueFilters(applied: CatalogueQuery): Filters {
  const navigate = useNavigate();
  const { location } = useNavigation();
  const isLoading = location?.pathname === "/boutique";
  const wanted = isLoading ? parseCatalogueQuery(new URLSearchParams(location.search)) : applied;
  // A ref: a second change before the next render builds on the first one.
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
        // In a transition, React would first reset a just checked box to the URL's state.
        flushSync: true,
        ...options,
      });
    },
  };
}

/**
 * A debounced text filter: applies `delay` milliseconds after the last key. Follows `applied` when something else changes it
 * (a chip, the back button), but not when it is the result of the typed text, which may have changed since.
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
    /** Applies at once. */
    flush: () => send(clean(text)),
  };
}
