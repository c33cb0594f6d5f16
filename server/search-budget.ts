import { networkOf } from "#app/platform/limits.server.ts";

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
  return {
    /** Counts one search of this IP address. False when its network has reached the limit. */
    take(address: string): boolean {
      const network = networkOf(address);
      const now = performance.now();
      const known = budgets.get(network) ?? { left: BURST * factor, at: now };
      const refilled = known.left + ((now - known.at) / 1_000) * PER_SECOND * factor;
      const left = Math.min(refilled, BURST * factor) - 1;
      if (budgets.size >= MOST_NETWORKS) budgets.clear();
      budgets.set(network, { left: Math.max(left, 0), at: now });
      return left >= 0;
    },
  };
}
