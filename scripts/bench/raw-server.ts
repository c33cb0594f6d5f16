import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/* fork(…, [page]): requests `page` with brotli once, then serves the same bytes to every request. Sends its port to the parent. */
const OWN_HEADERS = new Set(["date", "connection", "keep-alive"]);

const answer = await new Promise<IncomingMessage>((resolve, reject) => {
  get(process.argv[2]!, { headers: { "accept-encoding": "br" } }, resolve).on("error", reject);
});
const parts: Buffer[] = [];
for await (const part of answer) parts.push(part as Buffer);
const body = Buffer.concat(parts);
const head = answer.rawHeaders.flatMap((name, index, all) =>
  index % 2 === 0 && !OWN_HEADERS.has(name.toLowerCase()) ? [name, all[index + 1]!] : [],
);
const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  response.writeHead(200, head).end(body);
});
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
