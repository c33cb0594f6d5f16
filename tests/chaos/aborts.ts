import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  repeatRequest,
  invariants,
  isAnswered,
  openTestBed,
  percentile99,
  type Fault,
} from "./test-bed.ts";

const CLIENTS = Number(process.env["CLIENTS"] ?? 10_000);
const AT_ONCE = 50;

/** Ten thousand clients reset their connection during a page, compressed or not, cached or rendered. */
export const aborts: Fault = {
  name: "aborts",
  async run() {
    const testBed = await openTestBed(1);
    try {
      const [url = ""] = testBed.urls;
      const [shown] = await testBed.sql<{ product_id: string; path: string }[]>`
        SELECT product_id, path FROM product_pictures LIMIT 1`;
      const paths = [
        "/",
        "/boutique",
        "/boutique.data",
        "/connexion",
        `/produit/${shown!.product_id}`,
        `/media/${shown!.path}`,
      ];
      const memory = () => testBed.figure(0, "process_resident_memory_bytes");
      const visitor = repeatRequest(() => isAnswered(`${url}/boutique`), 100);
      let next = 0;
      const work = async (until: number) => {
        while (next < until) {
          const number = next++;
          await abortedPage(url, {
            path: paths[number % paths.length]!,
            encoding: ["br", "gzip", "identity"][number % 3]!,
            // Offsets from the first byte on, spread over a page's compressed size.
            cutAfter: 1 + ((number * 37) % 9_000),
          });
        }
      };
      const all = async (until: number) => {
        await Promise.all(Array.from({ length: AT_ONCE }, () => work(until)));
        await sleep(2_000);
        return memory();
      };
      // The first half fills caches: compiled code, cached pages and heap space.
      const before = await all(CLIENTS / 2);
      const after = await all(CLIENTS);
      const pages = await visitor();
      return [
        {
          figure: `nodes that ended (${CLIENTS} aborts)`,
          value: testBed.areAlive() ? 0 : 1,
          limit: 0,
        },
        {
          figure: "failed page loads meanwhile",
          value: pages.filter(({ isOk }) => !isOk).length,
          limit: 0,
        },
        {
          figure: "their pages, 99 % within",
          value: percentile99(pages),
          limit: 1_000,
          unit: "ms",
        },
        {
          figure: "memory growth by the second half",
          value: Math.round((after - before) / 1e6),
          limit: 50,
          unit: "MB",
        },
        {
          figure: "leaked connections",
          value: await testBed.figure(0, 'eclat_database_connections{state="in_use"}'),
          limit: 0,
        },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
    }
  },
};

function abortedPage(
  url: string,
  { path, encoding, cutAfter }: { path: string; encoding: string; cutAfter: number },
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\nconnection: close\r\n\r\n`,
      ),
    );
    let received = 0;
    socket.on("data", (bytes) => {
      received += bytes.length;
      if (received >= cutAfter) socket.resetAndDestroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
}
