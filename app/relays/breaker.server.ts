const FAILURES = 5;
const PAUSE_MS = 30_000;

export type Breaker = ReturnType<typeof createBreaker>;

/** A circuit breaker: opens for 30 s after five consecutive failures, then lets one trial call through. */
export function createBreaker() {
  let failures = 0;
  let opensAgainAt = 0;
  return {
    /** Whether to fail without a call. After the pause only the first caller gets false, until its outcome is reported. */
    isOpen(): boolean {
      if (failures < FAILURES) return false;
      if (performance.now() < opensAgainAt) return true;
      opensAgainAt = performance.now() + PAUSE_MS;
      return false;
    },
    fail(): void {
      failures += 1;
      if (failures >= FAILURES) opensAgainAt = performance.now() + PAUSE_MS;
    },
    succeed<Body>(body: Body): { kind: "ok"; body: Body } {
      failures = 0;
      return { kind: "ok", body };
    },
  };
}
