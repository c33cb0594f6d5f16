import { networkOf } from "#app/platform/limits.server.ts";

/** Searches that one network may have made at once, and each second from then on. */
const AT_ONCE = 150;
const A_SECOND = 5;
const MOST_NETWORKS = 20_000;

/**
 * How many searches each network may have made, in this process: a search reads, and counting it in the database would
 * cost as much as it does. Pages that are kept already are nobody's expense.
 */
export function searchBudget(factor: number) {
  const budgets = new Map<string, { left: number; at: number }>();
  return {
    /** Whether one more may be made for this address. */
    take(address: string): boolean {
      const network = networkOf(address);
      const now = performance.now();
      const known = budgets.get(network) ?? { left: AT_ONCE * factor, at: now };
      const grown = known.left + ((now - known.at) / 1_000) * A_SECOND * factor;
      const left = Math.min(grown, AT_ONCE * factor) - 1;
      if (budgets.size >= MOST_NETWORKS) budgets.clear();
      budgets.set(network, { left: Math.max(left, 0), at: now });
      return left >= 0;
    },
  };
}
