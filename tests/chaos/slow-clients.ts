import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { repeatRequest, isAnswered, openTestBed, percentile99, type Fault } from "./test-bed.ts";

const CLIENTS = Number(process.env["CLIENTS"] ?? 500);
/** More bytes than the socket buffers of both ends hold. */
const LARGE = 16_000_000;
const PATIENCE = 260_000;
const ESTABLISHED = "01";
const HEAD = (verb: string, path: string) => `${verb} ${path} HTTP/1.1\r\nhost: x\r\n`;

/**
 * Clients that never finish their headers or body, or read the response slowly (-H, -B and -X of slowhttptest): all three kinds
 * at once, while visitors load pages.
 */
export const slowClients: Fault = {
  name: "slow-clients",
  async run() {
    const testBed = await openTestBed(1);
    const sockets = new Set<Socket>();
    try {
      const [url = ""] = testBed.urls;
      const port = Number(new URL(url).port);
      const pictures = join(testBed.folder, "shop", "files", "images", "lente");
      mkdirSync(pictures, { recursive: true });
      writeFileSync(join(pictures, "grande.jpg"), randomBytes(LARGE));
      const memory = () => testBed.figure(0, "process_resident_memory_bytes");

      const ask = () => isAnswered(`${url}/boutique`);
      await ask();
      const quiet = repeatRequest(ask, 20);
      await sleep(10_000);
      const baseline = percentile99(await quiet());
      const before = await memory();

      /** Opens the clients of one kind. Returns the milliseconds until the shop has closed the last one, or Infinity. */
      const all = async (first: string, dribble: (socket: Socket) => void) => {
        const from = performance.now();
        const own = new Set<number>();
        for (let opened = 0; opened < CLIENTS; opened++) {
          // Reads 512 bytes from the kernel, then pauses until resumed.
          const onread = { buffer: Buffer.alloc(512), callback: () => false };
          const socket = connect({ port, host: "127.0.0.1", onread });
          sockets.add(socket);
          socket.on("error", () => undefined).write(first);
          await once(socket, "connect");
          own.add(socket.localPort!);
          dribble(socket);
          await sleep(4);
        }
        while (performance.now() - from < PATIENCE) {
          const held = clientsOf(port);
          if (![...own].some((client) => held.has(client)))
            return Math.round(performance.now() - from);
          await sleep(500);
        }
        return Infinity;
      };
      const say = (letter: string) => (socket: Socket) => {
        const beat = setInterval(() => socket.write(letter), 5_000);
        const reading = setInterval(() => socket.resume(), 100);
        socket.once("close", () => [beat, reading].forEach(clearInterval));
      };
      const take = (socket: Socket) => {
        const beat = setInterval(() => socket.resume(), 1_000);
        socket.once("close", () => clearInterval(beat));
      };
      const visitor = repeatRequest(ask, 20);
      const shownOut = Promise.all([
        all(`${HEAD("GET", "/")}x: `, say("a")),
        all(`${HEAD("POST", "/contact")}content-length: 10000\r\n\r\n`, say("a")),
        all(`${HEAD("GET", "/media/images/lente/grande.jpg")}\r\n`, take),
      ]);
      await sleep(12_000);
      const held = await memory();
      const [headers, bodies, readers] = await shownOut;
      const pages = await visitor();
      return [
        { figure: `${CLIENTS} slow headers closed`, value: headers, limit: 30_000, unit: "ms" },
        { figure: `${CLIENTS} slow bodies closed`, value: bodies, limit: 140_000, unit: "ms" },
        { figure: `${CLIENTS} slow readers closed`, value: readers, limit: 250_000, unit: "ms" },
        {
          figure: "failed page loads meanwhile",
          value: pages.filter(({ isOk }) => !isOk).length,
          limit: 0,
        },
        {
          figure: `pages meanwhile, 99 % within (${baseline} without them)`,
          value: percentile99(pages),
          // Twice the baseline; at least 30 ms, since other processes delay short times.
          limit: Math.max(2 * baseline, 30),
          unit: "ms",
        },
        {
          figure: "memory growth by the three kinds",
          value: Math.round((held - before) / 1e6),
          limit: 250,
          unit: "MB",
        },
        { figure: "nodes that ended", value: testBed.areAlive() ? 0 : 1, limit: 0 },
      ];
    } finally {
      for (const socket of sockets) socket.destroy();
      await testBed.close();
    }
  },
};

/**
 * The client ports of the established connections of the server on this port, from proc(5): the slow clients themselves notice
 * late that the server has closed their connection.
 */
function clientsOf(port: number): Set<number> {
  const rows = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  const ends = rows.flatMap((row) => {
    const [, local = "", remote = "", state] = row.trim().split(/\s+/);
    const [here, there] = [local, remote].map((end) => Number.parseInt(end.split(":")[1]!, 16));
    return state === ESTABLISHED && here === port ? [there!] : [];
  });
  return new Set(ends);
}
