/**
 * Does one work at a time. Whoever asks for many waits for each of the others between two of them: the owners take turns, in
 * the order in which they came.
 */
export class FairQueue {
  #isBusy = false;
  /** By owner; a Map keeps the order of its keys. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** What `work` gives, once its turn has come. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#turn(owner);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = this.#passOn();
    }
  }

  #turn(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(owner);
      if (own) own.push(resolve);
      else this.#waiting.set(owner, [resolve]);
    });
  }

  /** Whether somebody had waited. */
  #passOn(): boolean {
    const [next] = this.#waiting;
    if (!next) return false;
    const [owner, [begin, ...later]] = next;
    this.#waiting.delete(owner);
    // Behind the others.
    if (later.length > 0) this.#waiting.set(owner, later);
    begin!();
    return true;
  }
}
