/** How long one operation and one whole upload are retried at most, in milliseconds (specification §9). */
const LONGEST_OPERATION_RETRY = 120_000;
const LONGEST_UPLOAD_RETRY = 600_000;

/** Delays between attempts of one operation, in milliseconds; the last one repeats. */
const RETRY_DELAYS = [0, 1_000, 2_000, 4_000, 8_000, 15_000];

/** Limits how long an upload is retried. Times are in milliseconds, all from the same clock. */
export class RetryBudget {
  #spent = 0;
  #failingSince: number | null = null;

  /**
   * Returns the delay before the next attempt, after `attempt` + 1 failures of the operation; null when the budget is used up.
   */
  nextDelay(now: number, attempt: number): number | null {
    this.#failingSince ??= now;
    const failing = now - this.#failingSince;
    const left = Math.min(LONGEST_OPERATION_RETRY, LONGEST_UPLOAD_RETRY - this.#spent) - failing;
    return left > 0 ? Math.min(RETRY_DELAYS[attempt] ?? RETRY_DELAYS.at(-1)!, left) : null;
  }

  /**
   * Call when the server acknowledged bytes. The time since the first failure is deducted from the upload's budget, and the
   * next operation has its full budget.
   */
  progressed(now: number): void {
    if (this.#failingSince === null) return;
    this.#spent += now - this.#failingSince;
    this.#failingSince = null;
  }
}
