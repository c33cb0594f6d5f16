import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { repeatRequest, isAnswered, openTestBed, percentile99, type Fault } from "./test-bed.ts";

const CLIENTS = Number(process.env["CLIENTS"] ?? 1_000);
/** The first round fills caches (compiled code, heap space), so only growth after it counts. */
const ROUNDS = 3;
/** A network namespace for the clients that can be disconnected; documentation addresses of RFC 5737. */
const NETWORK = "eclat-gone";
const [SHOP, CLIENT] = ["198.51.100.1", "198.51.100.2"];

/** Clients of the live stream vanish without closing: their network is disconnected, so no packet arrives. */
export const vanished: Fault = {
  name: "vanished",
  async run() {
    removeNetwork();
    connectNetwork();
    const testBed = await openTestBed(1, { env: () => ({ HOST: "0.0.0.0" }) });
    try {
      const [url = ""] = testBed.urls;
      const open = () => testBed.figure(0, "eclat_live_clients");
      const memory = () => testBed.figure(0, "process_resident_memory_bytes");
      await isAnswered(`${url}/boutique`);
      const visitor = repeatRequest(() => isAnswered(`${url}/boutique`), 50);
      const rounds: { after: number; memory: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ip("link", "set", "eclat-shop", "up");
        const clients = spawn(
          "ip",
          ["netns", "exec", NETWORK, "node", "-e", streamClients(new URL(url).port)],
          { stdio: ["pipe", "ignore", "inherit"] },
        );
        for (let wait = 0; (await open()) < CLIENTS; wait++) {
          if (wait === 300) throw new Error(`${await open()} streams are open`);
          await sleep(100);
        }
        ip("link", "set", "eclat-shop", "down");
        const from = performance.now();
        while ((await open()) > 0 && performance.now() - from < 120_000) await sleep(250);
        const after = Math.round(performance.now() - from);
        const ended = once(clients, "exit");
        clients.kill();
        await ended;
        await sleep(5_000);
        rounds.push({ after, memory: await memory() });
      }
      const pages = await visitor();
      const [first, ...later] = rounds.map((round) => round.memory);
      return [
        {
          figure: `${CLIENTS} vanished streams closed after`,
          value: Math.max(...rounds.map(({ after }) => after)),
          limit: 45_000,
          unit: "ms",
        },
        {
          figure: "memory growth after the first round",
          value: Math.round((later.at(-1)! - first!) / 1e6),
          limit: 30,
          unit: "MB",
        },
        {
          figure: "failed page loads meanwhile",
          value: pages.filter(({ isOk }) => !isOk).length,
          limit: 0,
        },
        {
          figure: "pages meanwhile, 99 % within",
          value: percentile99(pages),
          limit: 200,
          unit: "ms",
        },
        { figure: "nodes that ended", value: testBed.areAlive() ? 0 : 1, limit: 0 },
      ];
    } finally {
      await testBed.close();
      removeNetwork();
    }
  },
};

const ip = (...words: string[]) => execFileSync("ip", words);

/** Creates the network namespace and its link to this machine. Needs root. */
function connectNetwork(): void {
  ip("netns", "add", NETWORK);
  ip("link", "add", "eclat-shop", "type", "veth", "peer", "name", "eclat-client", "netns", NETWORK);
  ip("address", "add", `${SHOP}/24`, "dev", "eclat-shop");
  ip("link", "set", "eclat-shop", "up");
  ip("-n", NETWORK, "address", "add", `${CLIENT}/24`, "dev", "eclat-client");
  ip("-n", NETWORK, "link", "set", "eclat-client", "up");
}

function removeNetwork(): void {
  // Deleting one end of the link also removes the other.
  for (const words of [
    ["link", "delete", "eclat-shop"],
    ["netns", "delete", NETWORK],
  ])
    spawnSync("ip", words);
}

/** A program for `node -e` that opens the streams and reads them until it is killed. */
function streamClients(port: string): string {
  return `
    const { connect } = require("node:net");
    for (let client = 0; client < ${CLIENTS}; client++)
      setTimeout(() => {
        const socket = connect(${port}, "${SHOP}", () =>
          socket.write("GET /live HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n"));
        socket.resume().on("error", () => undefined);
      }, client * 2);`;
}
