import { connect, type Socket } from "node:net";

/*
 * fork(…, [port, count]): opens `count` /live streams. Sends { open: count } to the parent once all have started, and exits
 * when the parent disconnects. One loopback address has too few ports, so the clients use several.
 */
const [port = 0, count = 0] = process.argv.slice(2).map(Number);
const PER_ADDRESS = 20_000;
const AT_ONCE = 100;

/** Request headers of an EventSource in Chromium. */
const HEADERS = [
  `Host: 127.0.0.1:${port}`,
  "Connection: keep-alive",
  'sec-ch-ua: "Chromium";v="142", "Not_A Brand";v="99"',
  "sec-ch-ua-mobile: ?1",
  'sec-ch-ua-platform: "Android"',
  "User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  "Accept: text/event-stream",
  "Cache-Control: no-cache",
  "Sec-Fetch-Site: same-origin",
  "Sec-Fetch-Mode: cors",
  "Sec-Fetch-Dest: empty",
  `Referer: http://127.0.0.1:${port}/produit/01JABCDEFGHJKMNPQRSTVWXYZ0`,
  "Accept-Encoding: gzip, deflate, br, zstd",
  "Accept-Language: fr-FR,fr;q=0.9",
];

const sockets: Socket[] = [];
for (let from = 0; from < count; from += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, count - from) }, (_one, index) => open(from + index)),
  );
process.send!({ open: sockets.length });
process.on("disconnect", () => process.exit());

function open(number: number): Promise<void> {
  const localAddress = `127.0.0.${2 + Math.floor(number / PER_ADDRESS)}`;
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  const lines = [`GET /live?depuis=${Date.now()} HTTP/1.1`, ...HEADERS];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    let head = "";
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      if (head.includes("retry:")) return;
      head += chunk.toString("latin1");
      if (!head.startsWith("HTTP/1.1 200")) reject(new Error(head));
      if (head.includes("retry:")) resolve();
    });
  });
}
