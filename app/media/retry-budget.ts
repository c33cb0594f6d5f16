/** Specification §9, in milliseconds: how long one operation is retried, and a whole upload. */
const LONGEST_OPERATION_RETRY = 120_000;
const LONGEST_UPLOAD_RETRY = 600_000;

/** Waits between tries of one operation, in milliseconds: two minutes in all. */
export const RETRY_DELAYS = [0, 1_000, 2_000, 4_000, 8_000, ...Array<number>(7).fill(15_000)];

/** How much time an upload may still spend on failing. Times are in milliseconds, from any clock. */
export class RetryBudget {
  #spent = 0;
  #failingSince: number | null = null;

  /** An operation failed: whether it may be tried again after this delay. */
  mayRetry(now: number, delay: number): boolean {
    this.#failingSince ??= now;
    const failing = now + delay - this.#failingSince;
    return failing <= LONGEST_OPERATION_RETRY && this.#spent + failing <= LONGEST_UPLOAD_RETRY;
  }

  /** Bytes arrived: the next failure begins anew, what was lost so far counts for the whole upload. */
  progressed(now: number): void {
    if (this.#failingSince === null) return;
    this.#spent += now - this.#failingSince;
    this.#failingSince = null;
  }
}
