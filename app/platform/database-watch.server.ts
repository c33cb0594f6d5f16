import { Client, DatabaseError } from "pg";

/** In ms. A caller waits at most their sum, 4 s, for an unreachable database. */
const TIMES = { longWait: 1_500, lookEvery: 500, answerWithin: 2_000 };

class DatabaseAway extends Error {
  constructor() {
    super("the database doesn't answer");
  }
}

type Wait = { since: number; fail: (error: Error) => void };

/**
 * A circuit breaker for the database at `url`. When a query waits long, a probe on a new connection checks the server. If
 * it answers, the query is only slow and goes on. If not (a black hole, a lost machine), all waiting queries fail at
 * once, and new ones fail until the server answers again. `onAway` is called when the circuit opens.
 */
export function watchWaits(
  url: string,
  onAway: () => void,
  { longWait, lookEvery, answerWithin }: typeof TIMES = TIMES,
) {
  /** Oldest first. An array: V8 keeps the replaced hash tables of a Set alive (decision 22). */
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
    // A blocked event loop delays the answer too: probe again.
    const isLate = performance.now() - now > answerWithin + lookEvery;
    if (answers) {
      answeredAt = performance.now();
      isAway = false;
    } else if (!isAway && !isLate) {
      isAway = true;
      onAway();
      for (const { fail } of waits) fail(new DatabaseAway());
      // Their answers may never come.
      waits.length = 0;
    }
  }
  const timer = setInterval(() => void look(), lookEvery).unref();

  return {
    /** The result of `work`, or an error when the circuit opens first; a later result goes to `onLate`. */
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

/** Whether the server answers at all, even with a refusal. */
async function isThere(url: string, answerWithin: number): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    application_name: "eclat-watch",
    connectionTimeoutMillis: answerWithin,
  });
  client.on("error", () => undefined);
  try {
    // An accepted connection is an answer.
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
