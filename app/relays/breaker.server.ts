const FAILURES = 5;
const PAUSE_MS = 30_000;

export type Breaker = ReturnType<typeof createBreaker>;

/** A circuit breaker: open for 30 s after five failures in a row; then one call tries again. */
export function createBreaker() {
  let failures = 0;
  let opensAgainAt = 0;
  return {
    /** Whether calls should not be made now. After the pause the first caller gets false, the others wait for its outcome. */
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
