import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Change } from "#app/live/hub.server.ts";
import { encodingOf, packed, type Encoding } from "#app/platform/compression.server.ts";
import { cacheablePage, type CacheablePage } from "./cacheable-pages.ts";

/** A page rendered for nobody in particular. */
export type Rendered = {
  status: number;
  /** Its own and the security headers, without length, encoding and tag. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** What it shows: RequestContext.reads. */
  tags: ReadonlySet<string>;
  /** Nothing failed on the way: a page with a list missing is shown, never kept. */
  isWhole: boolean;
};

/** One encoding of a page, ready to be written. Heads are flat lists of names and values. */
type Form = { etag: string; head: string[]; notModifiedHead: string[]; body: Buffer };

type Page = {
  address: string;
  shelf: Shelf;
  rendered: Rendered;
  forms: Map<Encoding, Form>;
  madeAt: number;
  bytes: number;
  /** Asked for since the last look for room. */
  wasUsed: boolean;
  isKept: boolean;
};

/** Pages that share one budget of bytes. */
type Shelf = { pages: Map<string, Page>; bytes: number; maxBytes: number };

/** Older than this, a page is answered and made again behind the visitor's back. */
const FRESH_MS = 5 * 60_000;
/** The same while changes aren't heard of. */
const FRESH_UNTOLD_MS = 10_000;
/** Older than this, it is answered only when it can't be made again. */
const STALE_MS = 60 * 60_000;
const MOST_ADDRESSES = 20_000;

/**
 * The pages that are the same for every anonymous visitor, whole and compressed, in at most `maxBytes`. A page goes
 * when something that it shows changes; one whose rendering began before such a change is never kept. Age alone makes
 * a page stale, and a stale page is still answered.
 */
export function createPageCache({
  render,
  maxBytes,
  isToldOfChanges,
  mayAsk,
}: {
  /** Makes the page of an address. */
  render: (address: string) => Promise<Rendered>;
  maxBytes: number;
  /** Whether `drop` hears of changes now. */
  isToldOfChanges: () => boolean;
  /** Whether a page that only visitors' words call for may be made for this one. */
  mayAsk: (request: IncomingMessage) => boolean;
}) {
  const named: Shelf = { pages: new Map(), bytes: 0, maxBytes: maxBytes * 0.75 };
  // Searches and prices are without number: they push out one another, never the pages of the shop.
  const freeText: Shelf = { pages: new Map(), bytes: 0, maxBytes: maxBytes * 0.25 };
  /** What the URLs of pages that were kept ask for. Never the page itself: it would outlive its room on the shelf. */
  const wantedBy = new Map<string, CacheablePage>();
  const pagesOfTag = new Map<string, Set<Page>>();
  const underWay = new Map<string, { page: Promise<Page>; generation: number }>();
  /** Counts the drops: what began to be rendered before one may be old. */
  let generation = 0;
  const counts = { hits: 0, stale: 0, misses: 0, notModified: 0, dropped: 0, evicted: 0 };

  /** Answers the request when it asks for a page of this kind; whatever else is answered by `otherwise`. */
  function answer(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void {
    const { method, url = "/", headers } = request;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || headers.cookie?.includes("session_token")) return otherwise();
    const wanted = wantedBy.get(url) ?? cacheablePage(url);
    if (!wanted) return otherwise();
    const kept = shelfOf(wanted).pages.get(wanted.address);
    if (kept && isFresh(kept)) {
      const form = kept.forms.get(encodingOf(headers["accept-encoding"]));
      if (form) {
        counts.hits++;
        kept.wasUsed = true;
        return send(request, response, kept.rendered.status, form);
      }
    }
    // What is kept costs nothing; for the rest the doors say why not.
    if (wanted.isFreeText && !kept && !mayAsk(request)) return otherwise();
    find(wanted)
      .then(async (page) => {
        if (page.isKept) remember(url, wanted);
        const form = await formOf(page, encodingOf(headers["accept-encoding"]));
        send(request, response, page.rendered.status, form);
      })
      // It fails again there, and is told of as for any other page.
      .catch(otherwise);
  }

  function isFresh({ madeAt }: Page): boolean {
    return performance.now() - madeAt < (isToldOfChanges() ? FRESH_MS : FRESH_UNTOLD_MS);
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    form: Form,
  ): void {
    const asked = request.headers["if-none-match"];
    if (asked && status === 200 && (asked === form.etag || hasTag(asked, form.etag))) {
      counts.notModified++;
      response.writeHead(304, form.notModifiedHead).end();
      return;
    }
    response.writeHead(status, form.head);
    response.end(request.method === "HEAD" ? undefined : form.body);
  }

  function shelfOf({ isFreeText }: CacheablePage): Shelf {
    return isFreeText ? freeText : named;
  }

  async function find(wanted: CacheablePage): Promise<Page> {
    const shelf = shelfOf(wanted);
    const kept = shelf.pages.get(wanted.address);
    if (kept && isFresh(kept)) {
      counts.hits++;
      kept.wasUsed = true;
      return kept;
    }
    counts[kept ? "stale" : "misses"]++;
    const making = underWay.get(wanted.address);
    const made = making?.generation === generation ? making.page : make(wanted.address, shelf);
    if (!kept) return made;
    const newer = made.then(
      (page) => (page.rendered.isWhole ? page : kept),
      () => kept,
    );
    return performance.now() - kept.madeAt < STALE_MS ? kept : newer;
  }

  function make(address: string, shelf: Shelf): Promise<Page> {
    const page = madePage(address, shelf, generation).finally(() => {
      if (underWay.get(address)?.page === page) underWay.delete(address);
    });
    underWay.set(address, { page, generation });
    return page;
  }

  async function madePage(address: string, shelf: Shelf, begunIn: number): Promise<Page> {
    const rendered = await render(address);
    const page: Page = {
      address,
      shelf,
      rendered,
      forms: new Map(),
      madeAt: performance.now(),
      bytes: rendered.body.length,
      wasUsed: false,
      isKept: false,
    };
    if (rendered.status === 200 && rendered.isWhole && begunIn === generation) keep(page);
    return page;
  }

  function keep(page: Page): void {
    const former = page.shelf.pages.get(page.address);
    if (former) forget(former);
    page.isKept = true;
    page.shelf.pages.set(page.address, page);
    page.shelf.bytes += page.bytes;
    for (const tag of page.rendered.tags) {
      const pages = pagesOfTag.get(tag);
      if (pages) pages.add(page);
      else pagesOfTag.set(tag, new Set([page]));
    }
    makeRoom(page.shelf);
  }

  function forget(page: Page): void {
    page.isKept = false;
    page.shelf.pages.delete(page.address);
    page.shelf.bytes -= page.bytes;
    for (const tag of page.rendered.tags) {
      const pages = pagesOfTag.get(tag);
      pages?.delete(page);
      if (pages?.size === 0) pagesOfTag.delete(tag);
    }
  }

  /** The oldest go first, but for those that were asked for since they were last looked at. */
  function makeRoom(shelf: Shelf): void {
    for (const page of shelf.pages.values()) {
      if (shelf.bytes <= shelf.maxBytes) return;
      if (page.wasUsed) {
        page.wasUsed = false;
        shelf.pages.delete(page.address);
        shelf.pages.set(page.address, page);
      } else {
        counts.evicted++;
        forget(page);
      }
    }
  }

  function remember(url: string, wanted: CacheablePage): void {
    if (wantedBy.size >= MOST_ADDRESSES) wantedBy.clear();
    wantedBy.set(url, wanted);
  }

  async function formOf(page: Page, encoding: Encoding): Promise<Form> {
    const ready = page.forms.get(encoding);
    if (ready) return ready;
    const { body, headers } = page.rendered;
    const bytes = encoding === "identity" ? body : await packed(body, encoding, { isKept: true });
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    const own = [...headers, ["etag", etag], ["vary", "accept-encoding, cookie"]];
    const form: Form = {
      etag,
      notModifiedHead: own.filter(([name]) => name !== "content-type").flat() as string[],
      head: [
        ...own,
        ...(encoding === "identity" ? [] : [["content-encoding", encoding]]),
        ["content-length", String(bytes.length)],
      ].flat() as string[],
      body: bytes,
    };
    // Two visitors may have waited for the same one.
    if (page.forms.has(encoding)) return form;
    page.forms.set(encoding, form);
    // The identity form is the rendered body itself.
    if (encoding === "identity") return form;
    page.bytes += bytes.length;
    if (page.isKept) {
      page.shelf.bytes += bytes.length;
      makeRoom(page.shelf);
    }
    return form;
  }

  return {
    answer,
    /** Forgets the pages that show what has changed, before any browser is told of it. */
    drop(change: Change): void {
      const tags = changedTags(change);
      if (tags.length === 0) return;
      generation++;
      for (const tag of tags.includes("*") ? pagesOfTag.keys() : tags)
        for (const page of pagesOfTag.get(tag) ?? []) {
          counts.dropped++;
          forget(page);
        }
    },
    /** Counters since the start, and what is held now (bytes, milliseconds). */
    stats() {
      const pages = [...named.pages.values(), ...freeText.pages.values()];
      const oldest = Math.min(performance.now(), ...pages.map(({ madeAt }) => madeAt));
      return {
        ...counts,
        pages: pages.length,
        bytes: named.bytes + freeText.bytes,
        oldestMs: performance.now() - oldest,
      };
    },
  };
}

/** Whether a list of tags (RFC 9110 §13.1.2) names this one. */
function hasTag(list: string, etag: string): boolean {
  return list.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** What a change may alter, as pages call it; « * » for everything. */
function changedTags({ topic, id, ids = [] }: Change): string[] {
  if (topic === "comments") return ids.map((productId) => `comments:${productId}`);
  if (topic === "product") return id ? ["product", `product:${id}`] : ["*"];
  if (topic === "category") return id ? [`category:${id}`] : ["*"];
  return topic === "*" ? ["*"] : [];
}
