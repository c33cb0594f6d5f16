import { useEffect, useState } from "react";
import { cleanKeyword } from "./search-query.ts";
import type { Suggestions } from "./search.server.ts";

const DEBOUNCE_MS = 150;

export type Proposal = { keyword: string; suggestions: Suggestions };

/**
 * What the shop proposes for a text that is being typed; null for a blank one (« null » asks for nothing). What came
 * for an earlier text stays until the answer to the newest: any other that comes in between is left.
 */
export function useSuggestions(text: string | null): Proposal | null {
  const keyword = cleanKeyword(text ?? "");
  const [proposal, setProposal] = useState<Proposal | null>(null);
  useEffect(() => {
    if (keyword === "") return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void ask(keyword, controller.signal).then((suggestions) => {
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

/** Null when there is no answer: suggestions are a convenience, and the form works without them. */
async function ask(keyword: string, signal: AbortSignal): Promise<Suggestions | null> {
  const search = new URLSearchParams({ keyword });
  try {
    const response = await fetch(`/recherche/suggestions?${search}`, { signal });
    return response.ok ? ((await response.json()) as Suggestions) : null;
  } catch {
    return null;
  }
}
