import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHttpServer } from "../../server/http-server.ts";
import { startHaproxy } from "../support/haproxy.ts";
import { hasNginx, waitForProxy, startNginx } from "../support/nginx.ts";

/*
 * Request smuggling (CL.TE, TE.CL, TE.TE, malformed chunks and line ends) through docs/nginx.conf and docs/haproxy.cfg to
 * the shop's HTTP server: both parsers must agree, or one must refuse. A request that the proxy forwarded has its
 * X-Forwarded-For header; one without it was smuggled. Needs nginx or HAProxy.
 */
const [EDGE, NODE] = [3994, 3995] as const;
const HIDDEN = "GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n";
const CHUNKED = `0\r\n\r\n${HIDDEN}`;
const CL = `content-length: ${HIDDEN.length}`;
const TE = "transfer-encoding: chunked";

const CASES: readonly (readonly [name: string, headers: string, body: string])[] = [
  ["CL.TE: a length that ends too soon", `content-length: 4\r\n${TE}`, CHUNKED],
  ["CL.TE: a length that fits", `content-length: ${CHUNKED.length}\r\n${TE}`, CHUNKED],
  ["TE.CL: chunks, then a length", `${TE}\r\ncontent-length: 4`, CHUNKED],
  ["TE.TE: chunked, then identity", `${TE}\r\ntransfer-encoding: identity`, CHUNKED],
  ["TE.TE: in one line", "transfer-encoding: chunked, identity", CHUNKED],
  ["TE.TE: chunked twice", `${TE}\r\n${TE}`, CHUNKED],
  ["an unknown encoding", "transfer-encoding: xchunked\r\ncontent-length: 4", CHUNKED],
  ["a space before the colon", "transfer-encoding : chunked\r\ncontent-length: 4", CHUNKED],
  ["a tab after the colon", "transfer-encoding:\tchunked\r\ncontent-length: 4", CHUNKED],
  ["a vertical tab", "transfer-encoding: \x0bchunked\r\ncontent-length: 4", CHUNKED],
  ["a folded line", `${TE}\r\n content-length: 4`, CHUNKED],
  ["a folded value", "transfer-encoding:\r\n chunked\r\ncontent-length: 4", CHUNKED],
  ["two lengths", `content-length: 0\r\n${CL}`, HIDDEN],
  ["two lengths in one line", `content-length: 0, ${HIDDEN.length}`, HIDDEN],
  ["a length with a sign", `content-length: +${HIDDEN.length}`, HIDDEN],
  ["a length in hexadecimal", `content-length: 0x${HIDDEN.length.toString(16)}`, HIDDEN],
  ["a line ended by LF alone", "x: y\ncontent-length: 0", HIDDEN],
  ["a line ended by CR alone", `x: y\r${TE}\r\ncontent-length: 4`, CHUNKED],
  ["a null letter", `x: \0\r\n${TE}\r\ncontent-length: 4`, CHUNKED],
  ["a chunk's extension with LF", TE, `0;a\nb\r\n\r\n${HIDDEN}`],
  ["chunks ended by LF alone", TE, `1\nx\n0\n\n${HIDDEN}`],
  ["a chunk's size with a sign", TE, `+0\r\n\r\n${HIDDEN}`],
  ["a chunk's size in 0x", TE, `0x0\r\n\r\n${HIDDEN}`],
  ["a chunk longer than it says", TE, `1\r\nxx0\r\n\r\n${HIDDEN}`],
  ["a trailer that is a length", TE, `0\r\ncontent-length: 0\r\n\r\n${HIDDEN}`],
];
/** Request lines. */
const STARTS = ["POST /contact HTTP/1.1", "GET /contact HTTP/1.1", "POST /contact HTTP/1.0"];

const folder = mkdtempSync(join(tmpdir(), "eclat-smuggling-"));
let smuggled = 0;
const server = createHttpServer();
server.on("request", (request: IncomingMessage, response: ServerResponse) => {
  if (request.url === "/smuggled" && !request.headers["x-forwarded-for"]) smuggled++;
  // A malformed body fails when it is read.
  request.resume().on("error", () => response.destroy());
  request.on("end", () => response.end(request.url));
});
await once(server.listen(NODE, "127.0.0.1"), "listening");

const place = { folder, port: EDGE, nodes: [NODE] };
const hasHaproxy = !spawnSync(process.env["HAPROXY_PROGRAM"] ?? "haproxy", ["-v"]).error;
const proxies = { nginx: hasNginx() && startNginx, HAProxy: hasHaproxy && startHaproxy };
const tried: string[] = [];
try {
  for (const [name, start] of Object.entries(proxies)) {
    if (!start) continue;
    tried.push(name);
    const proxy = start(place);
    await waitForProxy(proxy.url);
    console.log(`\n| ${name} | ${STARTS.join(" | ")} |\n|---|${"---|".repeat(STARTS.length)}`);
    for (const [what, headers, body] of CASES) {
      const outcomes: string[] = [];
      for (const begin of STARTS) {
        const before = smuggled;
        const bytes = `${begin}\r\nhost: x\r\nconnection: keep-alive\r\n${headers}\r\n\r\n${body}`;
        const answers = await statusesOf(bytes);
        // Leftover bytes on a connection to the shop must not answer another client's request.
        for (let visitor = 0; visitor < 4; visitor++) {
          const path = `/visitor-${visitor}`;
          const answer = await fetch(proxy.url + path);
          if ((await answer.text()) !== path) smuggled++;
        }
        outcomes.push(smuggled > before ? "**SMUGGLED**" : answers || "closed");
      }
      console.log(`| ${what} | ${outcomes.join(" | ")} |`);
    }
    await proxy.stop();
  }
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
const count = CASES.length * STARTS.length * tried.length;
console.log(
  `\nsmuggling: ${count} requests through ${tried.join(" and ") || "no proxy"}, ${smuggled} smuggled`,
);
process.exitCode = smuggled > 0 || tried.length === 0 ? 1 : 0;

/** Sends the bytes. Returns the statuses of all responses received until the connection closes or is idle for 300 ms. */
function statusesOf(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(EDGE, "127.0.0.1", () => socket.write(bytes, "latin1"));
    let answer = "";
    const end = () => socket.destroy();
    socket.setTimeout(300, end);
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () =>
      resolve([...answer.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, code]) => code).join(" ")),
    );
  });
}
