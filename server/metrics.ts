import { createHash, timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Handler, MiddlewareHandler } from "hono";
import { paymentFigures } from "#app/payments/payment-figures.server.ts";
import type { Services } from "#app/request-context.ts";
import type { createPageCache } from "./page-cache.ts";
import { Durations, Exposition, type Sample } from "./prometheus-format.ts";

type CacheStats = ReturnType<ReturnType<typeof createPageCache>["stats"]>;

const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "DELETE"]);
/** Without a response from the database after this time, only the other metrics are reported. */
const DATABASE_TIMEOUT_MS = 2_000;
const LAG_RESOLUTION_MS = 20;

/** The process's metrics in Prometheus' text format. The library prom-client would take 20 MB of memory. */
export function createMetrics(services: Services, routeOf: (path: string) => string) {
  let cacheStats: (() => CacheStats) | undefined;
  const requests = new Durations();
  const renders = new Durations();
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();

  async function text(): Promise<string> {
    const page = new Exposition();
    writeRequests(page);
    if (cacheStats) writeCache(page, cacheStats());
    writeProcess(page);
    await writeDatabase(page);
    return page.text();
  }

  function writeRequests(page: Exposition): void {
    page.durations(
      "eclat_http_request_duration_seconds",
      "Requests by route, until the response was ready. Page cache responses are in eclat_page_cache_requests_total.",
      requests,
    );
    page.durations(
      "eclat_page_render_duration_seconds",
      "Pages rendered for the page cache, by route.",
      renders,
    );
    page.gauge(
      "eclat_live_listening",
      "1 while database notifications are received.",
      services.hub.isListening() ? 1 : 0,
    );
    const { isOpen } = services.settings.current();
    page.gauge("eclat_shop_open", "1 while the shop is open to the public.", isOpen ? 1 : 0);
    page.gauge("eclat_live_clients", "Open live streams.", services.hub.listenerCount());
    page.gauge(
      "eclat_password_hashes_waiting",
      "Requests that wait for a password to be hashed.",
      services.hashing.waiting(),
    );
  }

  function writeCache(page: Exposition, stats: CacheStats): void {
    page.counter(
      "eclat_page_cache_requests_total",
      "Page cache responses: hit; stale (served, and rendered again in the background); miss.",
      [
        [{ outcome: "hit" }, stats.hits],
        [{ outcome: "stale" }, stats.stale],
        [{ outcome: "miss" }, stats.misses],
      ],
    );
    page.counter(
      "eclat_page_cache_not_modified_total",
      "Page cache responses with status 304.",
      stats.notModified,
    );
    page.counter(
      "eclat_page_cache_removed_total",
      "Pages removed: invalidated by a change, or evicted for room.",
      [
        [{ reason: "invalidation" }, stats.dropped],
        [{ reason: "eviction" }, stats.evicted],
      ],
    );
    page.gauge("eclat_page_cache_pages", "Cached pages.", stats.pages);
    page.gauge("eclat_page_cache_bytes", "Bytes of cached pages.", stats.bytes);
    page.gauge(
      "eclat_page_cache_oldest_seconds",
      "Age of the oldest cached page.",
      stats.oldestMs / 1_000,
    );
  }

  function writeProcess(page: Exposition): void {
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
    page.gauge("nodejs_heap_size_used_bytes", "Heap used by JavaScript objects.", heapUsed);
    page.gauge("nodejs_heap_size_total_bytes", "Heap reserved by V8.", heapTotal);
    page.gauge(
      "nodejs_external_memory_bytes",
      "Memory outside the heap owned by JavaScript objects.",
      external,
    );
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
    page.gauge("eclat_event_loop_lag_seconds", "Delay of timers since the last scrape.", [
      [{ quantile: "0.5" }, seconds(lag.percentile(50))],
      [{ quantile: "0.99" }, seconds(lag.percentile(99))],
      [{ quantile: "1" }, seconds(lag.max)],
    ]);
    lag.reset();
  }

  async function writeDatabase(page: Exposition): Promise<void> {
    const { open, idle, waiting, conflicts } = services.sql.connections();
    page.gauge("eclat_database_connections", "Connections of the pool.", [
      [{ state: "in_use" }, open - idle],
      [{ state: "idle" }, idle],
    ]);
    page.counter(
      "eclat_database_conflicts_total",
      "Transactions rolled back by a deadlock or serialization failure (40P01, 40001) and retried.",
      conflicts,
    );
    page.gauge(
      "eclat_database_waiting",
      "Statements and transactions that wait for a connection.",
      waiting,
    );
    const known = await Promise.race([
      Promise.all([paymentFigures(services.db), services.jobs.boss.getQueues()]).catch(() => null),
      sleep(DATABASE_TIMEOUT_MS, null, { ref: false }),
    ]);
    page.gauge("eclat_database_up", "1 when the database responds.", known ? 1 : 0);
    if (!known) return;
    const [payments, queues] = known;
    page.gauge(
      "eclat_jobs",
      "Jobs by queue and state, of all nodes; counted once a minute.",
      queues
        .filter(({ name }) => !name.startsWith("__"))
        .flatMap(({ name, queuedCount, activeCount, failedCount }): Sample[] => [
          [{ queue: name, state: "queued" }, queuedCount],
          [{ queue: name, state: "active" }, activeCount],
          [{ queue: name, state: "failed" }, failedCount],
        ]),
    );
    page.gauge("eclat_payments_last_day", "Payments started in the last 24 hours, of all nodes.", [
      [{ outcome: "settled" }, payments.settled],
      [{ outcome: "refused" }, payments.refused],
      [{ outcome: "abandoned" }, payments.abandoned],
    ]);
    page.gauge("eclat_payments_unsettled", "Payments with an unknown outcome.", payments.unsettled);
    page.gauge(
      "eclat_payment_breaks_open",
      "Unresolved mismatches and disputes.",
      payments.mismatches,
    );
    page.gauge(
      "eclat_payments_unsettled_oldest_seconds",
      "Age of the oldest payment with an unknown outcome.",
      payments.oldestSeconds,
    );
  }

  return {
    /** Responds with the metrics, or 401 without this bearer token. */
    endpoint:
      (token: string): Handler =>
      async (c) => {
        if (!hasToken(token, c.req.header("authorization")))
          return c.text("Unauthorized", 401, { "www-authenticate": "Bearer" });
        return c.body(await text(), 200, {
          "content-type": "text/plain; version=0.0.4; charset=utf-8",
          "cache-control": "no-store",
        });
      },
    /** Adds the page cache's metrics. */
    watchCache: (stats: () => CacheStats) => void (cacheStats = stats),
    /** Middleware that counts and times every request. */
    watch: (async (c, next) => {
      const begun = performance.now();
      await next();
      const method = METHODS.has(c.req.method) ? c.req.method : "other";
      requests.add(
        { route: routeOf(c.req.path), method, status: `${Math.floor(c.res.status / 100)}xx` },
        performance.now() - begun,
      );
    }) satisfies MiddlewareHandler,
    /** Times the rendering of an address (path and query). */
    async timeRender<Result>(address: string, render: () => Promise<Result>): Promise<Result> {
      const begun = performance.now();
      const rendered = await render();
      renders.add({ route: routeOf(address.split("?")[0]!) }, performance.now() - begun);
      return rendered;
    },
  };
}

/** Whether an Authorization header has the bearer token, compared in constant time. */
function hasToken(token: string, authorization: string | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization ?? ""));
}
