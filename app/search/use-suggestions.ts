import { useEffect, useState } from "react";
import { cleanKeyword } from "./search-query.ts";
import type { Suggestions } from "./search.server.ts";

const DEBOUNCE_MS = 150;

export type Proposal = { keyword: string; suggestions: Suggestions };

/**
 * The suggestions for the typed text, requested after DEBOUNCE_MS without a change; null for a blank text, without a request.
 * Former suggestions stay until those for the latest text have arrived; outdated responses are ignored.
 */
export function useSuggestions(text: string | null): Proposal | null {
  const keyword = cleanKeyword(text ?? "");
  const [proposal, setProposal] = useState<Proposal | null>(null);
  useEffect(() => {
    if (keyword === "") return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void fetchSuggestions(keyword, controller.signal).then((suggestions) => {
        if (!controller.signal.aborted) setProposal(suggestions && { keyword, suggestions });
      });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [keyword]);
  return keyword === "" ? null : proposal;
}

/** Requests suggestions; null when the request fails, because the form works without suggestions. */
async function fetchSuggestions(keyword: string, signal: AbortSignal): Promise<Suggestions | null> {
  const search = new URLSearchParams({ keyword });
  try {
    const response = await fetch(`/recherche/suggestions?${search}`, { signal });
    return response.ok ? ((await response.json()) as Suggestions) : null;
  } catch {
    return null;
  }
}
