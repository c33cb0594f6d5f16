import { readFileSync } from "node:fs";
import { addProducts } from "../support/catalogue.ts";
import { withAttackedShop, type Attack } from "./attack.ts";

const PRODUCTS = 20_000;
const REQUESTS = 80;
const A_SECOND = 8;

/** CPU time of a process in ms (proc(5): clock ticks of 10 ms). */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Requests the sitemap of 20,000 products eight times a second for ten seconds; measures the CPU share. */
export const sitemaps: Attack = {
  name: "sitemaps",
  run: () =>
    withAttackedShop({}, async ({ url, pid, sql }) => {
      await addProducts(sql, PRODUCTS);
      const [begun, before] = [performance.now(), processorMs(pid)];
      let largest = 0;
      for (let request = 0; request < REQUESTS; request++) {
        const wait = begun + (request * 1_000) / A_SECOND - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        const body = await (await fetch(`${url}/sitemap.xml`)).arrayBuffer();
        largest = Math.max(largest, body.byteLength);
      }
      const share = (processorMs(pid) - before) / (performance.now() - begun);
      return [
        {
          figure: "a core's share for 8 sitemaps a second",
          value: Math.round(100 * share),
          limit: 25,
          unit: "%",
        },
        { figure: "the largest answer", value: Math.round(largest / 1024), limit: 500, unit: "KB" },
      ];
    }),
};
