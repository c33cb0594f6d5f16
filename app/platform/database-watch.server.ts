import { Client, DatabaseError } from "pg";

/** Milliseconds. Together 4 seconds: that long, at most, a caller waits for a database that isn't there. */
const TIMES = { longWait: 1_500, lookEvery: 500, answerWithin: 2_000 };

class DatabaseAway extends Error {
  constructor() {
    super("the database doesn't answer");
  }
}

type Wait = { since: number; fail: (error: Error) => void };

/**
 * Watches over those who wait for the database at `url`. When one has waited long, the database is asked on a line of
 * its own whether it is there: a long statement is waited for, as before; where nothing answers (a line that swallows
 * everything, a machine that is gone), all who wait fail at once, and so does whoever comes until it answers again.
 * `onAway` is called when that begins.
 */
export function watchWaits(
  url: string,
  onAway: () => void,
  { longWait, lookEvery, answerWithin }: typeof TIMES = TIMES,
) {
  /** Oldest first. No Set: each of its former tables leads to the next, and V8 keeps them all for long (decision 22). */
  const waits: Wait[] = [];
  let isAway = false;
  let isAsking = false;
  let answeredAt = 0;

  async function look(): Promise<void> {
    const [longest] = waits;
    const now = performance.now();
    const isLong = longest !== undefined && now - Math.max(longest.since, answeredAt) > longWait;
    if (isAsking || !(isAway || isLong)) return;
    isAsking = true;
    const answers = await isThere(url, answerWithin);
    isAsking = false;
    // A process that was busy itself has not listened.
    const isLate = performance.now() - now > answerWithin + lookEvery;
    if (answers) {
      answeredAt = performance.now();
      isAway = false;
    } else if (!isAway && !isLate) {
      isAway = true;
      onAway();
      for (const { fail } of waits) fail(new DatabaseAway());
      // What they wait for may never come.
      waits.length = 0;
    }
  }
  const timer = setInterval(() => void look(), lookEvery).unref();

  return {
    /** What `work` comes to, unless the database goes away first; what comes later goes to `onLate`. */
    whileThere<Result>(
      work: () => Promise<Result>,
      onLate: (result: Result) => void = () => undefined,
    ): Promise<Result> {
      if (isAway) return Promise.reject(new DatabaseAway());
      return new Promise((resolve, reject) => {
        let hasFailed = false;
        const fail = (error: Error) => {
          hasFailed = true;
          reject(error);
        };
        const wait = { since: performance.now(), fail };
        const working = work();
        waits.push(wait);
        working
          .then((result) => (hasFailed ? onLate(result) : resolve(result)), reject)
          .finally(() => {
            const place = waits.indexOf(wait);
            if (place !== -1) waits.splice(place, 1);
          });
      });
    },
    stop: () => clearInterval(timer),
  };
}

/** Whether the server says anything at all, be it that it won't. */
async function isThere(url: string, answerWithin: number): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    application_name: "eclat-watch",
    connectionTimeoutMillis: answerWithin,
  });
  client.on("error", () => undefined);
  try {
    // A server that has accepted us is there.
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
