import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { Browser } from "../support/browser.ts";
import { deepAvif } from "../support/deep-avif.ts";
import { askPicture, createUpload, sendPicture } from "../support/tus.ts";
import { withAttackedShop, type Attack } from "./attack.ts";
import { orderingCustomer } from "./customers.ts";

const ATTACKERS = 2;
const PICTURES_EACH = 4;
const MEBIBYTE = 1024 * 1024;

/**
 * Two customers upload decompression bombs: photos of a kilobyte that decode to 300 MB (12,000 × 4,166 pixels of 12 bits,
 * refused) and to the accepted maximum (16 megapixels). Measures the memory of the shop's processes and others' latency.
 */
export const pictures: Attack = {
  name: "pictures",
  run: () =>
    withAttackedShop({}, async ({ url, pid, sql }) => {
      const photo = await sharp({
        create: { width: 800, height: 800, channels: 3, background: "#a58" },
      })
        .jpeg()
        .toBuffer();
      const bombs = await Promise.all([deepAvif("12000x4166"), deepAvif("4900x3265")]);
      const somebody = await orderingCustomer(url, sql);
      const attackers = [];
      for (let index = 0; index < ATTACKERS; index++)
        attackers.push(await orderingCustomer(url, sql));
      await renditionsMade(sql);

      const atRest = memoryOf(pid);
      let peak = 0;
      let isOver = false;
      const watching = (async () => {
        for (; !isOver; await pause(20)) peak = Math.max(peak, memoryOf(pid));
      })();
      const waits: number[] = [];
      const visiting = (async () => {
        // An unknown session cookie bypasses the page cache.
        const visitor = new Browser(url);
        for (; !isOver; await pause(50)) {
          const since = performance.now();
          const headers = { cookie: "eclat.session_token=nobody" };
          await (await visitor.fetch("/boutique", { headers })).text();
          waits.push(performance.now() - since);
        }
      })();

      const attack = attackers.flatMap((attacker) =>
        Array.from({ length: PICTURES_EACH }, async (_one, index) => {
          const body = bombs[index % bombs.length]!;
          const created = await createUpload(attacker, { kind: "avatar", body });
          await (await askPicture(attacker, created.headers.get("location")!)).text();
        }),
      );
      await pause(1_000);
      const since = performance.now();
      const sent = await sendPicture(somebody, "avatar", photo);
      if (sent.status !== 200) throw new Error(`the honest photo: ${sent.status}`);
      const photoMs = performance.now() - since;
      await Promise.all(attack);
      isOver = true;
      await Promise.all([watching, visiting]);
      const slow = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)]!;
      return [
        { figure: "memory above rest", value: Math.round(peak - atRest), limit: 600, unit: "MiB" },
        { figure: "another's photo waits", value: Math.round(photoMs), limit: 10_000, unit: "ms" },
        {
          figure: "pages meanwhile, 95th percentile",
          value: Math.round(slow),
          limit: 1_000,
          unit: "ms",
        },
      ];
    }),
};

/** Waits until the demo's renditions are made, two minutes at most. */
async function renditionsMade(sql: Parameters<typeof orderingCustomer>[1]): Promise<void> {
  for (let second = 0; second < 120; second++, await pause(1_000)) {
    const left = await sql`SELECT FROM pictures WHERE NOT has_renditions LIMIT 1`;
    if (left.length === 0) return;
  }
}

/** Memory of the shop's process and its children in MiB, without PostgreSQL. */
function memoryOf(pid: number): number {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    if (command.includes("postgres") || command.includes("flock")) return 0;
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    return children
      .filter(Boolean)
      .reduce((sum, child) => sum + memoryOf(Number(child)), (pages * 4096) / MEBIBYTE);
  } catch {
    // The process ended.
    return 0;
  }
}
