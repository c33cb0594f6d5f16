import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds, and bytes of headers. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  /** How often the two above are looked after. */
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  /** Nothing came and nothing went: the live stream says something every 15 seconds. */
  silence: 60_000,
  /** An answer waits, and in this time at most one of its pieces was taken: a reader of some hundred bytes a second. */
  trickle: 120_000,
  maxHeaderSize: 16_384,
};

const REFUSALS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** What goes with every answer that no page of the shop gives. */
export const REFUSED = {
  connection: "close",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** The open connections of each server. */
const connections = new WeakMap<Server, Map<Socket, unknown>>();

/** An HTTP server that nobody keeps waiting: slow headers, slow bodies and slow readers are shown out. */
export function createHttpServer(limits: Partial<typeof LIMITS> = {}): Server {
  const { silence, trickle, ...options } = { ...LIMITS, ...limits };
  const server = createServer(options);
  server.setTimeout(silence, showOut);
  showOutTricklers(server, trickle);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    socket.end(
      [
        `HTTP/1.1 ${REFUSALS[error.code ?? ""] ?? "400 Bad Request"}`,
        "content-length: 0",
        ...Object.entries(REFUSED).map(([name, value]) => `${name}: ${value}`),
        "\r\n",
      ].join("\r\n"),
      () => socket.destroy(),
    );
  });
  return server;
}

/** Requests of one connection that may wait for their responses. Browsers and reverse proxies send one at a time. */
const MOST_PIPELINED = 16;
const unanswered = new WeakMap<Socket, number>();

/**
 * Closes connections that pipeline more than MOST_PIPELINED requests. Node starts all requests of a packet at once: a
 * few kilobytes would keep the process busy for seconds.
 */
export function boundPipelining(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    const waiting = unanswered.get(socket) ?? 0;
    if (waiting >= MOST_PIPELINED) return void socket.destroy();
    unanswered.set(socket, waiting + 1);
    response.once("close", () => unanswered.set(socket, unanswered.get(socket)! - 1));
    listener(request, response);
  };
}

/** Ends a connection; what still waits for its client goes too, be it in the system's buffers, which would wait for ever. */
function showOut(socket: Socket): void {
  if (socket.writableLength > 0) socket.resetAndDestroy();
  else socket.destroy();
}

/** Files are sent in pieces of this size, and a piece is gone when all of it is. */
const PIECE = 64 * 1024;

/**
 * Ends connections whose client takes so little of what waits for him that no more than a piece of it left in `everyMs`:
 * who takes a byte a second is never silent, and would keep an answer for days. Any modem takes more.
 */
function showOutTricklers(server: Server, everyMs: number): void {
  /** The bytes that had been taken at the last look, of connections where some waited. */
  const takenBefore = new Map<Socket, number | null>();
  connections.set(server, takenBefore);
  server.on("connection", (socket: Socket) => {
    takenBefore.set(socket, null);
    socket.once("close", () => takenBefore.delete(socket));
  });
  const look = () => {
    for (const [socket, before] of takenBefore) {
      const taken = socket.writableLength > 0 ? socket.bytesWritten - socket.writableLength : null;
      if (taken !== null && before !== null && taken - before <= PIECE) showOut(socket);
      else takenBefore.set(socket, taken);
    }
  };
  const timer = setInterval(look, everyMs).unref();
  server.once("close", () => clearInterval(timer));
}

/** Whether some of what was answered hasn't left yet. Node's `close` would cut it off. */
export function isSending(server: Server): boolean {
  const sockets = connections.get(server)?.keys() ?? [];
  return [...sockets].some((socket) => socket.writableLength > 0);
}

/** From now on refuses what may be asked again elsewhere (502, which docs/nginx.conf takes to the next node), and no form. */
export function refusePages(server: Server): void {
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request").on("request", (request, response) => {
    if (request.method === "GET" || request.method === "HEAD")
      return void response.writeHead(502, REFUSED).end();
    for (const listener of listeners) listener(request, response);
  });
}
