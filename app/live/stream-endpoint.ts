import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { describeError } from "#app/platform/log.server.ts";
import { countByNetwork } from "#app/platform/networks.server.ts";
import type { LinkedOrder } from "#app/platform/order-token.server.ts";
import type { Services } from "#app/request-context.ts";
import { SESSION_TOPIC } from "./hub.server.ts";
import { unreachableClients } from "./unreachable-clients.server.ts";

type Viewer = { id: string; sessionId: string; isAdmin: boolean };
type Stream = { response: ServerResponse; viewer: Viewer | null; opened: readonly LinkedOrder[] };
type Visitors = {
  /** The viewer of a Cookie header. */
  viewerOf: (cookie: string | null) => Promise<Viewer | null>;
  /** The orders without an account that a Cookie header opens now. */
  openedBy: (cookie: string | null) => Promise<readonly LinkedOrder[]>;
  /** Filters these orders by whether their links are still valid. */
  stillOpened: (opened: readonly LinkedOrder[]) => Promise<readonly LinkedOrder[]>;
  /** Which of these sessions are alive, each with whether it is an administrator's. */
  sessionsAlive: (ids: string[]) => Promise<Map<string, boolean>>;
  addressOf: (request: IncomingMessage) => string;
};

const HEARTBEAT_MS = 15_000;
/** Interval in ms at which streams of clients that no longer acknowledge data are closed. */
const UNREACHABLE_CHECK_MS = 10_000;
/** Pending output in bytes after which a client is disconnected. */
const MAX_PENDING_BYTES = 16 * 1024;

const keyOf = ({ orderId, version }: LinkedOrder): string => `${orderId} ${version}`;

/** Whether this is a GET of the stream; a HEAD must not open one. */
export function isForStream({ method, url = "" }: { method?: string; url?: string }): boolean {
  return method === "GET" && /^\/live(\?|$)/.test(url);
}

/**
 * GET /live: a page's server-sent-events stream; `?depuis=`: when the page was rendered (ms since the epoch). Uses Node's
 * request and response: a client costs 20 KB of memory, with a Fetch API stream 50.
 *
 * A stream ends with its session: at once when the row is deleted on any node, within a heartbeat when the session
 * expires, was idle for too long, the administrator flag changes, or an order's link is revoked. The browser then reconnects with what
 * its cookies open now.
 */
export function liveEndpoint(
  { hub, log, config }: Pick<Services, "hub" | "log" | "config">,
  { viewerOf, openedBy, stillOpened, sessionsAlive, addressOf }: Visitors,
  headers: [name: string, value: string][],
): RequestListener {
  const head = [
    ...headers,
    ["content-type", "text/event-stream"],
    ["cache-control", "no-store"],
    ["x-accel-buffering", "no"],
  ].flat();
  const connected = countByNetwork(Math.ceil(config.streamsPerAddress * config.rateLimitFactor));

  const streams = new Set<Stream>();
  let timers: ReturnType<typeof setInterval>[] = [];
  const closeUnreachable = async () => {
    const gone = await unreachableClients();
    if (gone.size === 0) return;
    for (const { response } of streams)
      if (gone.has(`${response.socket?.remoteAddress} ${response.socket?.remotePort}`))
        response.destroy();
  };
  const checkSessions = async () => {
    const ids = new Set([...streams].flatMap(({ viewer }) => viewer?.sessionId ?? []));
    if (ids.size === 0) return;
    const alive = await sessionsAlive([...ids]);
    for (const { response, viewer } of streams)
      if (viewer && ids.has(viewer.sessionId) && alive.get(viewer.sessionId) !== viewer.isAdmin)
        response.end();
  };
  const checkOrders = async () => {
    const all = new Map(
      [...streams].flatMap(({ opened }) => opened.map((one) => [keyOf(one), one])),
    );
    if (all.size === 0) return;
    const still = new Set((await stillOpened([...all.values()])).map(keyOf));
    for (const { response, opened } of streams)
      if (opened.some((one) => all.has(keyOf(one)) && !still.has(keyOf(one)))) response.end();
  };
  // After a database error, the next heartbeat checks again.
  const checkSoon = () => void checkSessions().catch(() => undefined);
  const checkOrdersSoon = () => void checkOrders().catch(() => undefined);
  hub.watch(({ topic, id }) => {
    if (topic === SESSION_TOPIC && id) {
      for (const { response, viewer } of streams) if (viewer?.sessionId === id) response.end();
    } else if (topic === SESSION_TOPIC || topic === "*") checkSoon();
  });

  function open(
    response: ServerResponse,
    viewer: Viewer | null,
    opened: readonly LinkedOrder[],
    renderedAt: number,
  ): void {
    if (response.destroyed) return;
    const send = (text: string) => {
      // The stream has ended, but its connection is not closed yet.
      if (response.writableEnded) return;
      if (response.writableLength > MAX_PENDING_BYTES) response.destroy();
      else response.write(text);
    };
    response.writeHead(200, head);
    // Jitter: after a restart not all clients reconnect at once.
    send(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`);
    const unsubscribe = hub.subscribe(
      {
        viewerId: viewer?.id ?? null,
        isAdmin: viewer?.isAdmin ?? false,
        orderIds: opened.map(({ orderId }) => orderId),
        onChange: (change) => send(`data: ${JSON.stringify(change)}\n\n`),
        end: () => response.end(),
      },
      renderedAt,
    );
    const heartbeat = setInterval(() => send(":\n\n"), HEARTBEAT_MS);
    const stream = { response, viewer, opened };
    streams.add(stream);
    if (timers.length === 0)
      timers = [
        setInterval(() => void closeUnreachable(), UNREACHABLE_CHECK_MS),
        // One query each for all streams.
        setInterval(checkSoon, HEARTBEAT_MS),
        setInterval(checkOrdersSoon, HEARTBEAT_MS),
      ];
    response.once("close", () => {
      clearInterval(heartbeat);
      unsubscribe();
      streams.delete(stream);
      if (streams.size > 0) return;
      for (const timer of timers) clearInterval(timer);
      timers = [];
    });
  }

  return (request, response) => {
    const end = connected.begin(addressOf(request), 1);
    if (!end) {
      // An error status stops EventSource from reconnecting; the page works without the stream.
      const refused = [...headers.flat(), "content-type", "text/plain; charset=utf-8"];
      response.writeHead(429, [...refused, "retry-after", "60"]);
      return void response.end("Trop de pages sont ouvertes depuis cette adresse.");
    }
    response.once("close", end);
    const query = new URLSearchParams(request.url!.split("?")[1]);
    const renderedAt = Number(query.get("depuis") ?? Infinity);
    const cookie = request.headers.cookie ?? null;
    Promise.all([viewerOf(cookie), openedBy(cookie)]).then(
      ([viewer, opened]) => open(response, viewer, opened, renderedAt),
      (error: unknown) => {
        log.error({ error: describeError(error) }, "live stream");
        // EventSource reconnects after a broken connection, never after an error status.
        response.destroy();
      },
    );
  };
}
