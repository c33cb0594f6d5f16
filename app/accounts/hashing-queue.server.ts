/** Half of Node's four threads, which files and compression share: a hash takes 32 MiB and a tenth of a second. */
const AT_ONCE = 2;
/** In each lane: some two seconds' work. */
const MOST_WAITING = 40;

export type HashingQueue = ReturnType<typeof createHashingQueue>;

/**
 * Bounds how many passwords this process hashes at once and how many wait for it, so that a flood of tries takes neither
 * its memory nor its threads. Whoever is at home (or is signed in, or has a link) has a lane of their own, served
 * first: strangers' tries don't keep them out (docs/decisions/0024).
 */
export function createHashingQueue({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING } = {}) {
  let running = 0;
  const lanes: { home: (() => void)[]; elsewhere: (() => void)[] } = { home: [], elsewhere: [] };
  return {
    /** What `work` gives, once its turn has come; « too-many », and nothing is done, when its lane is full. */
    async run<T>(lane: keyof typeof lanes, work: () => Promise<T>): Promise<T | "too-many"> {
      if (running < atOnce) running++;
      else if (lanes[lane].length >= mostWaiting) return "too-many";
      // Its place is handed on by whoever has done.
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
