import { networksOf } from "#app/platform/networks.server.ts";

/** Size of a network's token bucket, and its refill per second. */
const BURST = 150;
const PER_SECOND = 5;
/** Bounds the memory: at this number of networks, all buckets are dropped, so every network gets a full one. */
const MOST_NETWORKS = 20_000;

/**
 * Rate limit of searches by network: a token bucket in this process's memory. Counting in the database would cost as much
 * as a search. Cached pages don't count. `factor` multiplies the limit.
 */
export function searchBudget(factor: number) {
  const budgets = new Map<string, { left: number; at: number }>();
  const takeOf = (network: string, most: number, perSecond: number) => {
    const now = performance.now();
    const known = budgets.get(network) ?? { left: most, at: now };
    const refilled = known.left + ((now - known.at) / 1_000) * perSecond;
    const left = Math.min(refilled, most) - 1;
    if (budgets.size >= MOST_NETWORKS) budgets.clear();
    budgets.set(network, { left: Math.max(left, 0), at: now });
    return left >= 0;
  };
  return {
    /** Counts one search of this IP address. False when one of its networks has reached the limit. */
    take: (address: string): boolean =>
      networksOf(address)
        .map(({ network, times }) =>
          takeOf(network, BURST * factor * times, PER_SECOND * factor * times),
        )
        .every(Boolean),
  };
}
