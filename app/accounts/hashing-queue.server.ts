/** Half of libuv's four threads, which files and compression share. A hash takes 32 MiB and 0.1 s. */
const MAX_CONCURRENT = 2;
/** At most this many hashes wait per lane: about two seconds of work. */
const MAX_WAITING = 40;

export type HashingQueue = ReturnType<typeof createHashingQueue>;

/**
 * Bounds concurrent and waiting password hashes, so that a flood of sign-ins exhausts neither memory nor threads. Sign-ins
 * from a network known to the account, signed-in viewers and mailed links use a priority lane, which a flood of other
 * sign-ins neither fills nor delays by more than the running hashes (decision 24).
 */
export function createHashingQueue({
  maxConcurrent = MAX_CONCURRENT,
  maxWaiting = MAX_WAITING,
} = {}) {
  let running = 0;
  const lanes: { priority: (() => void)[]; normal: (() => void)[] } = { priority: [], normal: [] };
  return {
    /** Runs `work` when a slot is free and returns its result; returns « too-many » immediately when the lane is full. */
    async run<T>(lane: keyof typeof lanes, work: () => Promise<T>): Promise<T | "too-many"> {
      if (running < maxConcurrent) running++;
      else if (lanes[lane].length >= maxWaiting) return "too-many";
      // A finished hash passes its slot to the next waiting one.
      else await new Promise<void>((resolve) => lanes[lane].push(resolve));
      try {
        return await work();
      } finally {
        const next = lanes.priority.shift() ?? lanes.normal.shift();
        if (next) next();
        else running--;
      }
    },
    waiting: () => lanes.priority.length + lanes.normal.length,
  };
}
