import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { SETTINGS_TOPIC, type Change } from "#app/live/hub.server.ts";
import { compressBody, encodingOf, type Encoding } from "#app/platform/compression.server.ts";
import { cacheablePage, type CacheablePage } from "./cacheable-pages.ts";

/** A page rendered without a session. */
export type Rendered = {
  status: number;
  /** The page's own and the security headers, without content-length, content-encoding, etag and vary. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** Tags of the rows that the page shows (RequestContext.addTags). A change of one of them drops the page. */
  tags: ReadonlySet<string>;
  /** False when a part is missing because of an error: the page is sent, but not stored. */
  isComplete: boolean;
};

/** A page in one content encoding. Heads are flat lists of names and values, as `writeHead` takes them. */
type Variant = { etag: string; head: string[]; notModifiedHead: string[]; body: Buffer };

type Page = {
  wanted: CacheablePage;
  rendered: Rendered;
  /** Each variant is encoded once, by its first request. */
  variants: Map<Encoding, Promise<Variant>>;
  /** `performance.now()` after rendering. */
  renderedAt: number;
  /** Size of the body and its encoded variants. */
  bytes: number;
};

/** Milliseconds, as below. A page older than this is sent and rendered again in the background. */
const FRESH_MS = 5 * 60_000;
/** Replaces FRESH_MS while the connection for notifications is down. */
const FRESH_WITHOUT_NOTIFICATIONS_MS = 10_000;
/** A page older than this is sent only if the new rendering fails or is incomplete. */
const STALE_MS = 60 * 60_000;

/**
 * An in-memory HTTP cache of the pages that are the same for every anonymous visitor, with their encoded variants. It holds at
 * most `maxBytes` and evicts the least recently used pages. `drop` invalidates the pages that show a changed row. A rendering
 * that started before the last drop is sent to the waiting requests, but not stored.
 */
export function createPageCache({
  render,
  maxBytes,
  receivesChanges,
  allowsSearch,
  isClosed,
}: {
  /** Renders the page of an address (CacheablePage.address). */
  render: (address: string) => Promise<Rendered>;
  maxBytes: number;
  /** Whether changes reach `drop` now. */
  receivesChanges: () => boolean;
  /** Counts a free-text page against the client's rate limit of searches; false when it is reached. */
  allowsSearch: (request: IncomingMessage) => boolean;
  /** Whether the shop is closed to the public: the cache then responds to nobody. */
  isClosed: () => boolean;
}) {
  const counts = { hits: 0, stale: 0, misses: 0, notModified: 0, dropped: 0, evicted: 0 };
  const pagesOfTag = new Map<string, Set<Page>>();
  const pagesWithin = (maxSize: number) =>
    new LRUCache<string, Page>({
      maxSize,
      sizeCalculation: ({ bytes }) => bytes,
      onInsert(page) {
        for (const tag of page.rendered.tags) {
          const pages = pagesOfTag.get(tag);
          if (pages) pages.add(page);
          else pagesOfTag.set(tag, new Set([page]));
        }
      },
      dispose(page, _address, reason) {
        if (reason === "evict") counts.evicted++;
        for (const tag of page.rendered.tags) {
          const pages = pagesOfTag.get(tag);
          pages?.delete(page);
          if (pages?.size === 0) pagesOfTag.delete(tag);
        }
      },
    });
  const shopPages = pagesWithin(Math.floor(maxBytes * 0.75));
  // The number of searches and price ranges is unlimited: they must not evict the shop's pages.
  const freeTextPages = pagesWithin(Math.floor(maxBytes * 0.25));
  const cacheOf = ({ isFreeText }: CacheablePage) => (isFreeText ? freeTextPages : shopPages);
  const renderings = new Map<string, { page: Promise<Page>; generation: number }>();
  /** Number of drops so far. A rendering that started before the latest drop may show outdated data. */
  let generation = 0;

  /** Responds to a request for a cacheable page; calls `bypass` for every other request. */
  function handle(request: IncomingMessage, response: ServerResponse, bypass: () => void): void {
    const { method, url = "/", headers } = request;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || isClosed() || headers.cookie?.includes("session_token")) return bypass();
    const wanted = cacheablePage(url);
    if (!wanted) return bypass();
    const cached = cacheOf(wanted).get(wanted.address);
    // Above the rate limit only cached pages are sent. For others the app responds that the limit is reached.
    if (wanted.isFreeText && !cached && !allowsSearch(request)) return bypass();
    find(wanted, cached)
      .then(async (page) => {
        const variant = await variantOf(page, encodingOf(headers["accept-encoding"]));
        send(request, response, page.rendered.status, variant);
      })
      // The app renders the page once more, fails likewise and logs the error.
      .catch(bypass);
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    variant: Variant,
  ): void {
    const known = request.headers["if-none-match"];
    if (known && status === 200 && (known === variant.etag || hasTag(known, variant.etag))) {
      counts.notModified++;
      response.writeHead(304, variant.notModifiedHead).end();
      return;
    }
    response.writeHead(status, variant.head);
    response.end(request.method === "HEAD" ? undefined : variant.body);
  }

  async function find(wanted: CacheablePage, cached: Page | undefined): Promise<Page> {
    const age = cached && performance.now() - cached.renderedAt;
    if (cached && age! < (receivesChanges() ? FRESH_MS : FRESH_WITHOUT_NOTIFICATIONS_MS)) {
      counts.hits++;
      return cached;
    }
    counts[cached ? "stale" : "misses"]++;
    const current = renderings.get(wanted.address);
    const rendering = current?.generation === generation ? current.page : startRendering(wanted);
    if (!cached) return rendering;
    const newer = rendering.then(
      (page) => (page.rendered.isComplete ? page : cached),
      () => cached,
    );
    return age! < STALE_MS ? cached : newer;
  }

  function startRendering(wanted: CacheablePage): Promise<Page> {
    const page = renderPage(wanted, generation).finally(() => {
      if (renderings.get(wanted.address)?.page === page) renderings.delete(wanted.address);
    });
    renderings.set(wanted.address, { page, generation });
    return page;
  }

  async function renderPage(wanted: CacheablePage, startedIn: number): Promise<Page> {
    const rendered = await render(wanted.address);
    const renderedAt = performance.now();
    const page: Page = {
      wanted,
      rendered,
      variants: new Map(),
      renderedAt,
      bytes: rendered.body.length,
    };
    if (rendered.status === 200 && rendered.isComplete && startedIn === generation)
      cacheOf(wanted).set(wanted.address, page);
    return page;
  }

  function variantOf(page: Page, encoding: Encoding): Promise<Variant> {
    const known = page.variants.get(encoding);
    if (known) return known;
    const variant = encode(page, encoding);
    page.variants.set(encoding, variant);
    return variant;
  }

  async function encode(page: Page, encoding: Encoding): Promise<Variant> {
    const { body, headers } = page.rendered;
    const isPlain = encoding === "identity";
    const bytes = isPlain ? body : await compressBody(body, encoding, { isCached: true });
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    const own = [...headers, ["etag", etag], ["vary", "accept-encoding, cookie"]];
    if (!isPlain) grow(page, bytes.length);
    return {
      etag,
      notModifiedHead: own.filter(([name]) => name !== "content-type").flat() as string[],
      head: [
        ...own,
        ...(isPlain ? [] : [["content-encoding", encoding]]),
        ["content-length", String(bytes.length)],
      ].flat() as string[],
      body: bytes,
    };
  }

  function grow(page: Page, bytes: number): void {
    page.bytes += bytes;
    const pages = cacheOf(page.wanted);
    if (pages.peek(page.wanted.address) !== page) return;
    // lru-cache measures an entry only when it is added, so the page is added again.
    pages.delete(page.wanted.address);
    pages.set(page.wanted.address, page);
  }

  return {
    handle,
    /** Invalidates the pages that show the changed row. The hub calls it before it notifies browsers. */
    drop(change: Change): void {
      const tags = changedTags(change);
      if (tags.length === 0) return;
      generation++;
      for (const tag of tags.includes("*") ? pagesOfTag.keys() : tags)
        for (const { wanted } of pagesOfTag.get(tag) ?? []) {
          counts.dropped++;
          cacheOf(wanted).delete(wanted.address);
        }
    },
    /** Counters since the start; pages, their bytes and the age of the oldest (ms) now. */
    stats() {
      const pages = [...shopPages.values(), ...freeTextPages.values()];
      const oldest = Math.min(performance.now(), ...pages.map(({ renderedAt }) => renderedAt));
      return {
        ...counts,
        pages: pages.length,
        bytes: shopPages.calculatedSize + freeTextPages.calculatedSize,
        oldestMs: performance.now() - oldest,
      };
    },
  };
}

/** Whether a list of entity tags (If-None-Match, RFC 9110 §13.1.2) contains `etag`. */
function hasTag(list: string, etag: string): boolean {
  return list.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** The tags of the pages that a change invalidates; « * » for all pages. */
function changedTags({ topic, id, ids = [] }: Change): string[] {
  if (topic === "comments") return ids.map((productId) => `comments:${productId}`);
  if (topic === "stock") return id ? [`stock:${id}`] : ["*"];
  if (topic === "product") return id ? ["product", `product:${id}`] : ["*"];
  if (topic === "category") return id ? [`category:${id}`] : ["*"];
  if (topic === SETTINGS_TOPIC) return [SETTINGS_TOPIC];
  return topic === "*" ? ["*"] : [];
}
