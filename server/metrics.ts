import { createHash, timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Handler, MiddlewareHandler } from "hono";
import { paymentFigures } from "#app/payments/payment-figures.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import type { createPageCache } from "./page-cache.ts";
import { Durations, Exposition, type Sample } from "./prometheus-format.ts";

type CacheStats = ReturnType<ReturnType<typeof createPageCache>["stats"]>;

const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "DELETE"]);
/** A database that doesn't answer shall not keep the other figures back. */
const DATABASE_ANSWERS_MS = 2_000;
const LAG_RESOLUTION_MS = 20;

/**
 * What the process counts and can tell of itself, in Prometheus' text format. Written out here: the usual library
 * takes 20 MB for the same.
 */
export function createMetrics(services: Services, routeOf: (path: string) => string) {
  let cacheStats: (() => CacheStats) | undefined;
  const requests = new Durations();
  const renders = new Durations();
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();

  async function text(): Promise<string> {
    const page = new Exposition();
    tellRequests(page);
    if (cacheStats) tellCache(page, cacheStats());
    tellProcess(page);
    await tellDatabase(page);
    return page.text();
  }

  function tellRequests(page: Exposition): void {
    page.durations(
      "eclat_http_request_duration_seconds",
      "Requests by route, until the answer was ready; those that the page cache answered are in eclat_page_cache_requests_total.",
      requests,
    );
    page.durations(
      "eclat_page_render_duration_seconds",
      "Pages rendered for the page cache, by route.",
      renders,
    );
    page.gauge(
      "eclat_live_listening",
      "1 when the database's notifications come in.",
      services.hub.isListening() ? 1 : 0,
    );
    page.gauge("eclat_live_clients", "Open live streams.", services.hub.listenerCount());
    page.gauge(
      "eclat_password_hashes_waiting",
      "Sign-ins and the like that wait for a password to be hashed.",
      services.hashing.waiting(),
    );
  }

  function tellCache(page: Exposition, stats: CacheStats): void {
    page.counter(
      "eclat_page_cache_requests_total",
      "Requests that the page cache answered: hit; stale, and made anew behind; miss.",
      [
        [{ outcome: "hit" }, stats.hits],
        [{ outcome: "stale" }, stats.stale],
        [{ outcome: "miss" }, stats.misses],
      ],
    );
    page.counter(
      "eclat_page_cache_not_modified_total",
      "Of these, answered 304.",
      stats.notModified,
    );
    page.counter(
      "eclat_page_cache_removed_total",
      "Pages removed: dropped by a change, or for room.",
      [
        [{ why: "change" }, stats.dropped],
        [{ why: "room" }, stats.evicted],
      ],
    );
    page.gauge("eclat_page_cache_pages", "Pages kept.", stats.pages);
    page.gauge("eclat_page_cache_bytes", "Bytes kept.", stats.bytes);
    page.gauge("eclat_page_cache_oldest_seconds", "Age of the oldest.", stats.oldestMs / 1_000);
  }

  function tellProcess(page: Exposition): void {
    const cpu = process.cpuUsage();
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const seconds = (nanoseconds: number) =>
      Math.max(0, nanoseconds / 1e9 - LAG_RESOLUTION_MS / 1_000) || 0;
    page.counter(
      "process_cpu_seconds_total",
      "Processor time used.",
      (cpu.user + cpu.system) / 1e6,
    );
    page.gauge("process_resident_memory_bytes", "Resident memory.", rss);
    page.gauge("nodejs_heap_used_bytes", "JavaScript's objects.", heapUsed);
    page.gauge("nodejs_heap_held_bytes", "What is set aside for them.", heapTotal);
    page.gauge("nodejs_external_bytes", "Bytes outside, held by them.", external);
    page.gauge(
      "process_start_time_seconds",
      "When the process started.",
      performance.timeOrigin / 1_000,
    );
    page.counter(
      "eclat_event_loop_active_seconds_total",
      "Time the event loop was busy.",
      performance.eventLoopUtilization().active / 1_000,
    );
    page.gauge("eclat_event_loop_lag_seconds", "How late timers were since the last look.", [
      [{ quantile: "0.5" }, seconds(lag.percentile(50))],
      [{ quantile: "0.99" }, seconds(lag.percentile(99))],
      [{ quantile: "1" }, seconds(lag.max)],
    ]);
    lag.reset();
  }

  async function tellDatabase(page: Exposition): Promise<void> {
    const { open, idle, waiting, conflicts } = services.sql.connections();
    page.gauge("eclat_database_connections", "Connections of the pool.", [
      [{ state: "in_use" }, open - idle],
      [{ state: "idle" }, idle],
    ]);
    page.counter(
      "eclat_database_conflicts_total",
      "Transactions that PostgreSQL rolled back for another one's sake (40P01, 40001), each tried once more.",
      conflicts,
    );
    page.gauge("eclat_database_waiting", "Statements and transactions that wait for one.", waiting);
    const known = await Promise.race([
      Promise.all([paymentFigures(services.db), services.jobs.boss.getQueues()]).catch(() => null),
      sleep(DATABASE_ANSWERS_MS, null, { ref: false }),
    ]);
    page.gauge("eclat_database_up", "1 when the database answers.", known ? 1 : 0);
    if (!known) return;
    const [payments, queues] = known;
    page.gauge(
      "eclat_jobs",
      "Jobs of each queue, all nodes; counted once a minute.",
      queues
        .filter(({ name }) => !name.startsWith("__"))
        .flatMap(({ name, queuedCount, activeCount, failedCount }): Sample[] => [
          [{ queue: name, state: "queued" }, queuedCount],
          [{ queue: name, state: "active" }, activeCount],
          [{ queue: name, state: "failed" }, failedCount],
        ]),
    );
    page.gauge("eclat_payments_last_day", "Payments begun in the last 24 hours, all nodes.", [
      [{ outcome: "settled" }, payments.settled],
      [{ outcome: "refused" }, payments.refused],
      [{ outcome: "abandoned" }, payments.abandoned],
    ]);
    page.gauge("eclat_payments_unsettled", "Payments whose end isn't known.", payments.unsettled);
    page.gauge("eclat_payment_breaks_open", "Breaks that nobody has dealt with.", payments.breaks);
    page.gauge(
      "eclat_payments_unsettled_oldest_seconds",
      "How long the oldest of them has waited.",
      payments.oldestSeconds,
    );
  }

  return {
    /** The figures, for requests with this bearer token. */
    endpoint:
      (token: string): Handler =>
      async (c) => {
        if (!bears(token, c.req.header("authorization")))
          return c.text("Unauthorized", 401, { "www-authenticate": "Bearer" });
        return c.body(await text(), 200, {
          "content-type": "text/plain; version=0.0.4; charset=utf-8",
          "cache-control": "no-store",
        });
      },
    /** Tells of the page cache too. */
    watchCache: (stats: () => CacheStats) => void (cacheStats = stats),
    /** Counts and times every request that comes this far. */
    watch: (async (c, next) => {
      const begun = performance.now();
      await next();
      const method = METHODS.has(c.req.method) ? c.req.method : "other";
      requests.add(
        { route: routeOf(c.req.path), method, status: `${Math.floor(c.res.status / 100)}xx` },
        performance.now() - begun,
      );
    }) satisfies MiddlewareHandler,
    /** Times what renders a page of this address (path and query). */
    async timeRender<Result>(address: string, render: () => Promise<Result>): Promise<Result> {
      const begun = performance.now();
      const rendered = await render();
      renders.add({ route: routeOf(address.split("?")[0]!) }, performance.now() - begun);
      return rendered;
    },
  };
}

/** Compares the token in constant time. */
function bears(token: string, authorization: string | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization ?? ""));
}
