import { expect, test } from "vitest";
import { insertProduct } from "../support/catalogue.ts";
import { approve, capture, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";

const TOKEN = "a-token-of-the-test";
const shop = await openShop({ METRICS_TOKEN: TOKEN }, { cacheBytes: 8_000_000 });
const visitor = shop.visitor();

const ask = (authorization?: string) =>
  visitor.fetch("/metrics", { headers: authorization ? { authorization } : {} });

/** The samples by name and labels, parsed as Prometheus does. */
async function scrape(): Promise<Map<string, number>> {
  const text = await (await ask(`Bearer ${TOKEN}`)).text();
  expect(text.endsWith("\n")).toBe(true);
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    const type = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line);
    if (type) {
      expect(types.has(type[1]!), line).toBe(false);
      types.set(type[1]!, type[2]!);
    } else if (!/^# HELP \w+ \S/.test(line)) {
      const sample = /^(\w+)((?:\{\w+="[^"\\\n]*"(?:,\w+="[^"\\\n]*")*\})?) (\S+)$/.exec(line);
      expect(sample, line).not.toBeNull();
      const [, name = "", labels = "", value] = sample!;
      const family = types.get(name) ?? types.get(name.replace(/_(bucket|sum|count)$/, ""));
      expect(family, line).toBeDefined();
      expect(Number.isFinite(Number(value)), line).toBe(true);
      expect(samples.has(name + labels), line).toBe(false);
      samples.set(name + labels, Number(value));
    }
  }
  return samples;
}

test("/metrics requires the token", async () => {
  for (const wrong of [undefined, "Bearer", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])
    expect((await ask(wrong)).status, wrong).toBe(401);
  const answer = await ask(`Bearer ${TOKEN}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("/metrics counts requests by route and status, rendered pages and cache results", async () => {
  const id = await insertProduct(shop.db, { name: "crème", price: 34 });
  const before = await scrape();
  const requests = (route: string, status: string, method = "GET") =>
    `eclat_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`;
  for (let time = 0; time < 3; time++) {
    await visitor.read(`/produit/${id}?avis=${time}`);
    await visitor.read(`/connexion?e=${time}`);
    await visitor.get(`/n-existe-pas/${time}`);
    await visitor.get(`/produit/${id}-${time}.data`);
  }
  await visitor.read("/connexion.data");
  await visitor.post("/contact", {});
  await visitor.get("/media/none.jpg");
  const { headers } = await visitor.get(`/produit/${id}`);
  await visitor.fetch(`/produit/${id}`, {
    headers: { "if-none-match": headers.get("etag")! },
  });
  const after = await scrape();
  const increase = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(increase(requests("/connexion", "2xx"))).toBe(4);
  expect(increase(requests("*", "4xx"))).toBe(3);
  expect(increase(requests("/contact", "4xx", "POST"))).toBe(1);
  expect(increase(requests("/media/*", "4xx"))).toBe(1);
  expect(
    increase('eclat_page_render_duration_seconds_count{route="/produit/:id"}'),
  ).toBeGreaterThan(0);
  expect(increase('eclat_page_cache_requests_total{outcome="hit"}')).toBeGreaterThan(0);
  expect(increase('eclat_page_cache_requests_total{outcome="miss"}')).toBeGreaterThan(0);
  expect(increase("eclat_page_cache_not_modified_total")).toBe(1);
  expect(after.get("eclat_page_cache_bytes")).toBeGreaterThan(1_000);
  // Label values come from routes: a requested path adds no time series.
  const names = [...after.keys()].join("\n");
  expect(names).not.toContain(id);
  expect(names).not.toContain("n-existe-pas");
  const route = requests("/connexion", "2xx").replace("_count{", "_bucket{").slice(0, -1);
  expect(after.get(`${route},le="+Inf"}`)).toBe(after.get(requests("/connexion", "2xx")));
  expect(after.get(`${route},le="10"}`)).toBeGreaterThanOrEqual(after.get(`${route},le="0.05"}`)!);
});

test("/metrics reports database, jobs, payments, live clients and process", async () => {
  const customer = await shop.customer();
  const [paid, open] = [await placeOrder(shop, customer), await placeOrder(shop, customer)];
  const { providerOrderId } = await startPaying(customer, paid);
  await approve(customer, providerOrderId);
  await capture(customer, paid, providerOrderId);
  await startPaying(customer, open);
  const waiting = await scrape();
  expect(waiting.get('eclat_payments_last_day{outcome="settled"}')).toBe(1);
  expect(waiting.get('eclat_payments_last_day{outcome="refused"}')).toBe(0);
  expect(waiting.get("eclat_payments_unsettled")).toBe(0);
  await shop.sql`UPDATE payments SET state = 'unknown', updated_at = now() - interval '1 hour'
    WHERE order_id = ${open}`;
  const stream = new AbortController();
  await visitor.fetch("/live", { signal: stream.signal });
  const samples = await scrape();
  expect(samples.get("eclat_live_clients")).toBe(1);
  stream.abort();
  expect(samples.get("eclat_database_up")).toBe(1);
  expect(samples.get('eclat_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(samples.get("eclat_database_waiting")).toBe(0);
  expect(samples.get("eclat_password_hashes_waiting")).toBe(0);
  expect(samples.get('eclat_jobs{queue="send-mail",state="failed"}')).toBe(0);
  expect(samples.get("process_resident_memory_bytes")).toBeGreaterThan(30_000_000);
  expect(samples.get('eclat_event_loop_lag_seconds{quantile="0.99"}')).toBeLessThan(20);
  expect(samples.get("eclat_payments_unsettled")).toBe(1);
  expect(samples.get("eclat_payments_unsettled_oldest_seconds")).toBeGreaterThanOrEqual(3_600);
});

test("/metrics reports the other values when a query fails", async () => {
  await shop.sql`ALTER TABLE payments RENAME TO away`;
  const samples = await scrape();
  await shop.sql`ALTER TABLE away RENAME TO payments`;
  // The simulator may have sent a webhook meanwhile; it retries.
  for (const error of shop.takeErrors()) expect(error).toContain("/webhooks/paypal");
  expect(samples.get("eclat_database_up")).toBe(0);
  expect(samples.has("process_resident_memory_bytes")).toBe(true);
  expect(samples.has("eclat_payments_unsettled")).toBe(false);
});
