/** Half of libuv's four threads, which files and compression share. A hash takes 32 MiB and 0.1 s. */
const AT_ONCE = 2;
/** Waiting hashes a lane: about two seconds of work. */
const MOST_WAITING = 40;

export type HashingQueue = ReturnType<typeof createHashingQueue>;

/**
 * Bounds concurrent and waiting password hashes, so that a flood of sign-ins exhausts neither memory nor threads. Known
 * addresses, signed-in viewers and mailed links have a priority lane: a flood does not keep them out (decision 24).
 */
export function createHashingQueue({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING } = {}) {
  let running = 0;
  const lanes: { home: (() => void)[]; elsewhere: (() => void)[] } = { home: [], elsewhere: [] };
  return {
    /** Runs `work` when its turn comes and returns its result; « too-many » at once when the lane is full. */
    async run<T>(lane: keyof typeof lanes, work: () => Promise<T>): Promise<T | "too-many"> {
      if (running < atOnce) running++;
      else if (lanes[lane].length >= mostWaiting) return "too-many";
      // A finished hash passes its slot to the next waiting one.
      else await new Promise<void>((resolve) => lanes[lane].push(resolve));
      try {
        return await work();
      } finally {
        const next = lanes.home.shift() ?? lanes.elsewhere.shift();
        if (next) next();
        else running--;
      }
    },
    waiting: () => lanes.home.length + lanes.elsewhere.length,
  };
}
