import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { createPageCache, type Rendered } from "./page-cache.ts";

/** A page cache behind an HTTP server. Each rendering waits until the test calls its `finish`. */
async function openCache(maxBytes = 1_000_000) {
  const renders: { address: string; finish: (page?: Partial<Rendered>) => void }[] = [];
  const notifications = { isConnected: true };
  const cache = createPageCache({
    maxBytes,
    receivesChanges: () => notifications.isConnected,
    allowsSearch: () => true,
    isClosed: () => false,
    render: (address) =>
      new Promise((resolve) =>
        renders.push({
          address,
          finish: (page = {}) =>
            resolve({
              status: 200,
              headers: [["content-type", "text/html"]],
              body: Buffer.from(`${address} rendering ${renders.length}`),
              tags: new Set(["product"]),
              isComplete: true,
              ...page,
            }),
        }),
      ),
  });
  const server = createServer((request, response) =>
    cache.handle(request, response, () => response.writeHead(501).end("the app")),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  closers.push(() => server.close());
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { "accept-encoding": "identity", ...headers } });
  const rendering = async (count: number) => {
    await expect.poll(() => renders.length).toBe(count);
    return renders[count - 1]!;
  };
  return { cache, get, rendering, renders, notifications };
}
const closers: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) close();
});

test("twenty visitors wait for one rendering, later ones get it from the cache", async () => {
  const { get, rendering, renders, cache } = await openCache();
  const waiting = Array.from({ length: 20 }, () => get("/boutique"));
  await expect.poll(() => cache.stats().misses).toBe(20);
  (await rendering(1)).finish();
  const texts = await Promise.all(waiting.map(async (answer) => (await answer).text()));
  expect(new Set(texts)).toEqual(new Set(["/boutique rendering 1"]));
  expect(await (await get("/boutique?utm_source=lettre&tri=desc")).text()).toBe(texts[0]);
  expect(renders).toHaveLength(1);
  expect(cache.stats()).toMatchObject({ pages: 1, misses: 20, hits: 1 });
});

test("a rendering started before a change is sent to waiting visitors, but not stored or shared", async () => {
  const { get, rendering, cache } = await openCache();
  const early = get("/boutique");
  const first = await rendering(1);
  cache.drop({ topic: "product", id: "p1" });
  const late = get("/boutique");
  const second = await rendering(2);
  second.finish();
  expect(await (await late).text()).toBe("/boutique rendering 2");
  first.finish({ body: Buffer.from("old") });
  expect(await (await early).text()).toBe("old");
  expect(await (await get("/boutique")).text()).toBe("/boutique rendering 2");
});

test("a change drops only the pages that show it", async () => {
  const { get, rendering, renders, cache } = await openCache();
  const keep = async (path: string, tags: string[]) => {
    const count = renders.length + 1;
    const answer = get(path);
    (await rendering(count)).finish({ tags: new Set(tags) });
    await (await answer).arrayBuffer();
  };
  await keep("/boutique", ["product"]);
  await keep("/produit/p1", ["product:p1", "comments:p1", "category:Parfums"]);
  await keep("/produit/p2", ["product:p2", "product:p1", "category:Parfums"]);
  await keep("/produit/p3", ["product:p3", "category:Maquillage"]);
  await keep("/faqs", []);
  const kept = () => cache.stats().pages;
  expect(kept()).toBe(5);
  cache.drop({ topic: "order", id: "p1", owner: "u" });
  expect(kept()).toBe(5);
  cache.drop({ topic: "comments", ids: ["p0", "p1"] });
  expect(kept()).toBe(4);
  await keep("/produit/p1", ["product:p1", "comments:p1", "category:Parfums"]);
  cache.drop({ topic: "product", id: "p1" });
  expect(kept()).toBe(2); // p3 and /faqs
  cache.drop({ topic: "product", id: "new" });
  cache.drop({ topic: "category", id: "Maquillage" });
  expect(kept()).toBe(1);
  await keep("/produit/p3", ["product:p3"]);
  cache.drop({ topic: "product" });
  expect(kept()).toBe(1);
  await keep("/produit/p3", ["product:p3"]);
  cache.drop({ topic: "*" });
  expect(kept()).toBe(1);
});

test("a page with status 404 or isComplete false is sent, but not stored", async () => {
  const { get, rendering, cache } = await openCache();
  const missing = get("/produit/rien");
  (await rendering(1)).finish({ status: 404 });
  expect((await missing).status).toBe(404);
  const incomplete = get("/boutique");
  (await rendering(2)).finish({ isComplete: false });
  expect((await incomplete).status).toBe(200);
  expect(cache.stats()).toMatchObject({ pages: 0, bytes: 0 });
});

test("an old page is sent and rendered again in the background; it stays cached if the rendering is incomplete", async () => {
  const { get, rendering, cache } = await openCache();
  vi.useFakeTimers({ toFake: ["performance"] });
  const first = get("/boutique");
  (await rendering(1)).finish();
  const original = await (await first).text();
  vi.advanceTimersByTime(6 * 60_000);
  expect(await (await get("/boutique")).text()).toBe(original);
  (await rendering(2)).finish();
  await expect.poll(async () => (await get("/boutique")).text()).toBe("/boutique rendering 2");
  // Older than STALE_MS: sent only because the new rendering is incomplete.
  vi.advanceTimersByTime(61 * 60_000);
  const old = get("/boutique");
  (await rendering(3)).finish({ isComplete: false, body: Buffer.from("half a page") });
  expect(await (await old).text()).toBe("/boutique rendering 2");
  expect(cache.stats().pages).toBe(1);
});

test("without notifications, a page older than ten seconds is rendered again in the background", async () => {
  const { get, rendering, renders, notifications } = await openCache();
  vi.useFakeTimers({ toFake: ["performance"] });
  const first = get("/boutique");
  (await rendering(1)).finish();
  await first;
  vi.advanceTimersByTime(11_000);
  await get("/boutique");
  expect(renders).toHaveLength(1);
  notifications.isConnected = false;
  expect(await (await get("/boutique")).text()).toBe("/boutique rendering 1");
  (await rendering(2)).finish();
  await expect.poll(async () => (await get("/boutique")).text()).toBe("/boutique rendering 2");
});

test("bytes are bounded, and searches don't evict the shop's pages", async () => {
  const { get, rendering, cache } = await openCache(8_000);
  let count = 0;
  const keep = async (path: string) => {
    const answer = get(path);
    (await rendering(++count)).finish({ body: Buffer.alloc(1_000) });
    await (await answer).arrayBuffer();
  };
  await keep("/boutique");
  for (let number = 0; number < 9; number++) await keep(`/recherche/?keyword=mot${number}`);
  expect(cache.stats().bytes).toBeLessThanOrEqual(8_000);
  expect(cache.stats().pages).toBe(3);
  await get("/boutique");
  expect(count).toBe(10);
  for (let number = 0; number < 9; number++) {
    await keep(`/produit/p${number}`);
    // Recently used, so it isn't evicted.
    await get("/boutique");
  }
  expect(cache.stats().bytes).toBeLessThanOrEqual(8_000);
  expect(count).toBe(19);
});

test("evicted and dropped pages are garbage-collected", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const { cache, get, rendering } = await openCache(8_000);
  const bodies: WeakRef<Buffer>[] = [];
  for (let number = 0; number < 30; number++) {
    const answer = get(`/produit/p${number}`);
    const page = await rendering(number + 1);
    const body = Buffer.alloc(1_000);
    bodies.push(new WeakRef(body));
    page.finish({ body });
    // The promise's resolve function would keep its value alive.
    page.finish = () => undefined;
    await (await answer).arrayBuffer();
  }
  const alive = () => {
    collectGarbage();
    return bodies.filter((body) => body.deref()).length;
  };
  await expect.poll(alive).toBe(cache.stats().pages);
  cache.drop({ topic: "*" });
  // The keep-alive connection may still refer to its last response.
  await expect.poll(alive).toBeLessThanOrEqual(1);
});

test("requests with a session, for other pages, for partial data or with a long URL bypass the cache", async () => {
  const { get, cache } = await openCache();
  for (const [path, cookie] of [
    ["/boutique", "a=1; eclat.session_token=x.y"],
    ["/boutique.data?_routes=root", ""],
    ["/panier", ""],
    ["/boutique/", ""],
    ["/produit/a%2Fb", ""],
    [`/boutique?nom=${"x".repeat(3_000)}`, ""],
  ] as const)
    expect((await get(path, cookie ? { cookie } : {})).status, path).toBe(501);
  expect(cache.stats().misses).toBe(0);
});
