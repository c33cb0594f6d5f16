import type { LoaderFunctionArgs } from "react-router";
import { requestContext } from "#app/platform/request-context.ts";

const HEARTBEAT_MS = 15_000;
/** Undelivered messages after which a client counts as gone. */
const BACKLOG = 64;

/** GET /live: the one server-sent-events stream of a page; `?depuis=` says when the page was rendered (milliseconds). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  // Neither a HEAD nor a client navigation reads a stream: it would only be left behind.
  const { pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" || pathname !== "/live") {
    return new Response(null, { status: 204 });
  }
  const renderedAt = Number(searchParams.get("depuis") ?? Infinity);
  const { services, viewer } = context.get(requestContext);
  const who = await viewer();
  const encoder = new TextEncoder();
  let leave = () => {};

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const say = (text: string) => {
          if ((controller.desiredSize ?? 0) <= 0) return leave();
          controller.enqueue(encoder.encode(text));
        };
        // Spread the returns of many clients after a restart.
        say(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`);
        const unsubscribe = services.hub.subscribe(
          {
            viewerId: who?.id ?? null,
            isAdmin: who?.isAdmin ?? false,
            hear: (change) => say(`data: ${JSON.stringify(change)}\n\n`),
            end: () => leave(),
          },
          renderedAt,
        );
        const heartbeat = setInterval(() => say(":\n\n"), HEARTBEAT_MS);
        leave = () => {
          leave = () => {};
          clearInterval(heartbeat);
          unsubscribe();
          try {
            controller.close();
          } catch {
            // Already closed by the other side.
          }
        };
        request.signal.addEventListener("abort", () => leave());
      },
      cancel: () => leave(),
    },
    new CountQueuingStrategy({ highWaterMark: BACKLOG }),
  );
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}
