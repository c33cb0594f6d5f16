/** A queue that runs one task at a time, round-robin over the owners: many tasks of one owner do not delay the others. */
export class FairQueue {
  #isBusy = false;
  /** Waiting tasks by owner. The Map's insertion order is the order of the owners. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Resolves to the result of `task`, or rejects with its error. */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#wait(owner);
    this.#isBusy = true;
    try {
      return await task();
    } finally {
      this.#isBusy = this.#startNext();
    }
  }

  #wait(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const tasks = this.#waiting.get(owner);
      if (tasks) tasks.push(resolve);
      else this.#waiting.set(owner, [resolve]);
    });
  }

  /** Starts the first waiting task of the next owner; returns false when no task waits. */
  #startNext(): boolean {
    const [next] = this.#waiting;
    if (!next) return false;
    const [owner, [begin, ...later]] = next;
    this.#waiting.delete(owner);
    // Re-inserted, and therefore last: round-robin.
    if (later.length > 0) this.#waiting.set(owner, later);
    begin!();
    return true;
  }
}
