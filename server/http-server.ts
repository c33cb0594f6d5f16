import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds; `maxHeaderSize` in bytes. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  /** How often Node checks the two timeouts above. */
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  /** A socket without any traffic is closed after this time. Live streams send a heartbeat every 15 seconds. */
  idleTimeout: 60_000,
  /** How often slow readers are looked for (`closeSlowReaders`). */
  slowReadInterval: 120_000,
  maxHeaderSize: 16_384,
};

const STATUS_OF_ERROR: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Headers of responses to requests that are refused before they reach a route. */
export const REFUSAL_HEADERS = {
  connection: "close",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** The open connections of each server. */
const connections = new WeakMap<Server, Map<Socket, unknown>>();

/**
 * Creates an HTTP server that disconnects clients with slow headers, slow bodies or slow reading, and idle clients. Responds 408
 * to a slow request, 431 to too large headers, 400 to a malformed request.
 */
export function createHttpServer(limits: Partial<typeof LIMITS> = {}): Server {
  const { idleTimeout, slowReadInterval, ...options } = { ...LIMITS, ...limits };
  const server = createServer(options);
  server.setTimeout(idleTimeout, disconnect);
  closeSlowReaders(server, slowReadInterval);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    socket.end(
      [
        `HTTP/1.1 ${STATUS_OF_ERROR[error.code ?? ""] ?? "400 Bad Request"}`,
        "content-length: 0",
        ...Object.entries(REFUSAL_HEADERS).map(([name, value]) => `${name}: ${value}`),
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

/** Closes a connection. With pending output it sends RST, because the kernel would keep unread buffers for a long time. */
function disconnect(socket: Socket): void {
  if (socket.writableLength > 0) socket.resetAndDestroy();
  else socket.destroy();
}

/** Files are written in chunks of this size, and `writableLength` decreases by whole chunks. */
const CHUNK = 64 * 1024;

/**
 * Slow-read protection: closes a socket whose pending output drained by at most 64 KB since the last check. Idle timeouts
 * miss it: one byte per second counts as activity.
 */
function closeSlowReaders(server: Server, intervalMs: number): void {
  /** Bytes drained at the last check; null without pending output. */
  const drainedBefore = new Map<Socket, number | null>();
  connections.set(server, drainedBefore);
  server.on("connection", (socket: Socket) => {
    drainedBefore.set(socket, null);
    socket.once("close", () => drainedBefore.delete(socket));
  });
  const check = () => {
    for (const [socket, before] of drainedBefore) {
      const drained =
        socket.writableLength > 0 ? socket.bytesWritten - socket.writableLength : null;
      if (drained !== null && before !== null && drained - before <= CHUNK) disconnect(socket);
      else drainedBefore.set(socket, drained);
    }
  };
  const timer = setInterval(check, intervalMs).unref();
  server.once("close", () => clearInterval(timer));
}

/** Whether a response is still being sent. Node's `server.close` would cut it off. */
export function isSending(server: Server): boolean {
  const sockets = connections.get(server)?.keys() ?? [];
  return [...sockets].some((socket) => socket.writableLength > 0);
}

/**
 * From now on responds 502 to GET and HEAD, which the reverse proxy retries at the next node (docs/nginx.conf). Forms are
 * still accepted, because a proxy can't retry them.
 */
export function refusePages(server: Server): void {
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request").on("request", (request, response) => {
    if (request.method === "GET" || request.method === "HEAD")
      return void response.writeHead(502, REFUSAL_HEADERS).end();
    for (const listener of listeners) listener(request, response);
  });
}
