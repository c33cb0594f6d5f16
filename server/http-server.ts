import { createServer, type Server } from "node:http";

/** Milliseconds, and bytes of headers. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  /** How often the two above are looked after. */
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  /** Nothing came and nothing went: the live stream says something every 15 seconds. */
  silence: 60_000,
  maxHeaderSize: 16_384,
};

const REFUSALS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** An HTTP server that nobody keeps waiting: slow headers, slow bodies and slow readers are shown out. */
export function createHttpServer(limits: Partial<typeof LIMITS> = {}): Server {
  const { silence, ...options } = { ...LIMITS, ...limits };
  const server = createServer(options);
  server.setTimeout(silence);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    socket.end(
      [
        `HTTP/1.1 ${REFUSALS[error.code ?? ""] ?? "400 Bad Request"}`,
        "connection: close",
        "content-length: 0",
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "\r\n",
      ].join("\r\n"),
      () => socket.destroy(),
    );
  });
  return server;
}
