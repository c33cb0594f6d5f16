import { useEffect, useRef, useState } from "react";
import { useNavigate, useNavigation } from "react-router";
import {
  catalogueHref,
  parseCatalogueQuery,
  WIDEST_PAGE_SIZE,
  type CatalogueQuery,
} from "./catalogue-query.ts";

export type Filters = {
  /** What the visitor asked for last, be it still on its way. */
  wanted: CatalogueQuery;
  isLoading: boolean;
  /** Shows the list with this change, from its first page. `replace` for what is being typed: one step of history. */
  apply: (change: Partial<CatalogueQuery>, options?: { replace: boolean }) => void;
};

/** The shop's filters, whose state is the URL. */
export function useCatalogueFilters(applied: CatalogueQuery): Filters {
  const navigate = useNavigate();
  const { location } = useNavigation();
  const isLoading = location?.pathname === "/boutique";
  const wanted = isLoading ? parseCatalogueQuery(new URLSearchParams(location.search)) : applied;
  // Two changes in one breath: the second starts from the first, not from what the page still shows.
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
        // A checked box stays checked: in a transition, React would first restore what the URL says.
        flushSync: true,
        ...options,
      });
    },
  };
}

/**
 * A text filter that applies by itself, `delay` milliseconds after the last key. Follows `applied` when something
 * else changes it (a chip, the back button), never when it is the echo of what was typed.
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
