import { Client, DatabaseError } from "pg";

/** With an unreachable database, a caller waits at most the sum of these three, 4 s. */
const TIMES = { longWaitMs: 1_500, checkEveryMs: 500, probeTimeoutMs: 2_000 };

class DatabaseUnreachable extends Error {
  constructor() {
    super("the database doesn't answer");
  }
}

type Wait = { since: number; fail: (error: Error) => void };

/**
 * A circuit breaker for the database at `url`. When the oldest query waits longer than `longWaitMs`, a probe on a new
 * connection checks the server. If the server responds, the query is only slow and continues. If not (packets are dropped,
 * the machine is lost), the circuit opens: `onOpen` is called, all waiting queries fail at once, and new ones fail
 * immediately until a probe succeeds.
 */
export function createCircuitBreaker(
  url: string,
  onOpen: () => void,
  { longWaitMs, checkEveryMs, probeTimeoutMs }: typeof TIMES = TIMES,
) {
  /** The waiting queries, oldest first. An array, because V8 keeps the replaced hash tables of a Set alive (decision 22). */
  const waits: Wait[] = [];
  let isOpen = false;
  let isProbing = false;
  let lastAnswerAt = 0;

  async function check(): Promise<void> {
    const [longest] = waits;
    const now = performance.now();
    const isLong =
      longest !== undefined && now - Math.max(longest.since, lastAnswerAt) > longWaitMs;
    if (isProbing || !(isOpen || isLong)) return;
    isProbing = true;
    const isAnswering = await isReachable(url, probeTimeoutMs);
    isProbing = false;
    // After a late result the event loop was blocked, which may have caused the failure: probe again.
    const isLate = performance.now() - now > probeTimeoutMs + checkEveryMs;
    if (isAnswering) {
      lastAnswerAt = performance.now();
      isOpen = false;
    } else if (!isOpen && !isLate) {
      isOpen = true;
      onOpen();
      for (const { fail } of waits) fail(new DatabaseUnreachable());
      // Their responses may never arrive.
      waits.length = 0;
    }
  }
  const timer = setInterval(() => void check(), checkEveryMs).unref();

  return {
    /**
     * Returns the result of `work`. Rejects when the circuit is open, or opens before the result; `onLate` then gets a
     * result that still arrives.
     */
    withCircuitBreaker<Result>(
      work: () => Promise<Result>,
      onLate: (result: Result) => void = () => undefined,
    ): Promise<Result> {
      if (isOpen) return Promise.reject(new DatabaseUnreachable());
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

/** Whether the server responds within `probeTimeoutMs`: an accepted connection, or an error message of PostgreSQL. */
async function isReachable(url: string, probeTimeoutMs: number): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    application_name: "eclat-watch",
    connectionTimeoutMillis: probeTimeoutMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
