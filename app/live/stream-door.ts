import type { RequestListener, ServerResponse } from "node:http";
import { describeError } from "#app/platform/log.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { goneClients } from "./gone-clients.server.ts";

type Viewer = { id: string; isAdmin: boolean };

const HEARTBEAT_MS = 15_000;
/** How often clients who no longer confirm the heartbeats are looked for. */
const LOOK_MS = 10_000;
/** Bytes written and not taken after which a client counts as gone. */
const MOST_WAITING = 16 * 1024;

/** Whether this is a request for the stream. A HEAD reads none: it would only be left behind. */
export function isForStream({ method, url = "" }: { method?: string; url?: string }): boolean {
  return method === "GET" && /^\/live(\?|$)/.test(url);
}

/**
 * GET /live: the one server-sent-events stream of a page; `?depuis=` says when the page was rendered (milliseconds).
 * On Node's own request and answer, with `headers` beside its own: of thousands of clients each costs a connection, 20 KB,
 * where a stream of the Fetch API costs 50.
 */
export function liveDoor(
  { hub, log }: Pick<Services, "hub" | "log">,
  viewerOf: (cookie: string | null) => Promise<Viewer | null>,
  headers: [name: string, value: string][],
): RequestListener {
  const head = [
    ...headers,
    ["content-type", "text/event-stream"],
    ["cache-control", "no-store"],
    ["x-accel-buffering", "no"],
  ].flat();

  const streams = new Set<ServerResponse>();
  let look: ReturnType<typeof setInterval> | undefined;
  const showOutGone = async () => {
    const gone = await goneClients();
    if (gone.size === 0) return;
    for (const stream of streams)
      if (gone.has(`${stream.socket?.remoteAddress} ${stream.socket?.remotePort}`))
        stream.destroy();
  };

  function open(response: ServerResponse, viewer: Viewer | null, renderedAt: number): void {
    if (response.destroyed) return;
    const say = (text: string) => {
      if (response.writableLength > MOST_WAITING) response.destroy();
      else response.write(text);
    };
    response.writeHead(200, head);
    // Spread the returns of many clients after a restart.
    say(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`);
    const unsubscribe = hub.subscribe(
      {
        viewerId: viewer?.id ?? null,
        isAdmin: viewer?.isAdmin ?? false,
        hear: (change) => say(`data: ${JSON.stringify(change)}\n\n`),
        end: () => response.end(),
      },
      renderedAt,
    );
    const heartbeat = setInterval(() => say(":\n\n"), HEARTBEAT_MS);
    streams.add(response);
    look ??= setInterval(() => void showOutGone(), LOOK_MS);
    response.once("close", () => {
      clearInterval(heartbeat);
      unsubscribe();
      streams.delete(response);
      if (streams.size > 0) return;
      clearInterval(look);
      look = undefined;
    });
  }

  return (request, response) => {
    const query = new URLSearchParams(request.url!.split("?")[1]);
    const renderedAt = Number(query.get("depuis") ?? Infinity);
    viewerOf(request.headers.cookie ?? null).then(
      (viewer) => open(response, viewer, renderedAt),
      (error: unknown) => {
        log.error({ error: describeError(error) }, "live stream");
        // A browser comes back to a connection that broke, never to one that was refused.
        response.destroy();
      },
    );
  };
}
