/** Specification §9, in milliseconds: how long one operation is retried, and a whole upload. */
const LONGEST_OPERATION_RETRY = 120_000;
const LONGEST_UPLOAD_RETRY = 600_000;

/** Waits between tries of one operation, in milliseconds; the last is repeated. */
const RETRY_DELAYS = [0, 1_000, 2_000, 4_000, 8_000, 15_000];

/** How much time an upload may still spend on failing. Times are in milliseconds, from any clock. */
export class RetryBudget {
  #spent = 0;
  #failingSince: number | null = null;

  /** An operation failed, `attempt` times before: how long to wait before the next try; null when time is over. */
  nextDelay(now: number, attempt: number): number | null {
    this.#failingSince ??= now;
    const failing = now - this.#failingSince;
    const left = Math.min(LONGEST_OPERATION_RETRY, LONGEST_UPLOAD_RETRY - this.#spent) - failing;
    return left > 0 ? Math.min(RETRY_DELAYS[attempt] ?? RETRY_DELAYS.at(-1)!, left) : null;
  }

  /** Bytes arrived: the next failure begins anew, what was lost so far counts for the whole upload. */
  progressed(now: number): void {
    if (this.#failingSince === null) return;
    this.#spent += now - this.#failingSince;
    this.#failingSince = null;
  }
}
