import { setTimeout as sleep } from "node:timers/promises";
import { openStreams } from "./streams.ts";
import { repeatRequest, isAnswered, openTestBed, percentile99, type Fault } from "./test-bed.ts";

const CLIENTS = Number(process.env["CLIENTS"] ?? 5_000);

/** Five thousand live streams are reset at once and reconnect like browsers, while visitors load pages. */
export const liveReturn: Fault = {
  name: "live-return",
  async run() {
    const testBed = await openTestBed(1);
    try {
      const [url = ""] = testBed.urls;
      await isAnswered(`${url}/boutique`);
      const memory = () => testBed.figure(0, "process_resident_memory_bytes");
      const held = () => testBed.figure(0, "eclat_live_clients");
      const before = await memory();
      const streams = openStreams(url, CLIENTS);
      if (!(await streams.allOpen(60_000))) throw new Error(`${streams.counts().open} are open`);
      const perClient = ((await memory()) - before) / CLIENTS;
      const pages = repeatRequest(() => isAnswered(`${url}/boutique`), 20);
      const from = performance.now();
      streams.cut();
      await sleep(100);
      const isBack = await streams.allOpen(60_000);
      const back = isBack ? Math.round(performance.now() - from) : NaN;
      const outcomes = await pages();
      await sleep(2_000);
      const heldAfter = await held();
      streams.close();
      await sleep(2_000);
      return [
        {
          figure: `${CLIENTS} streams all reconnected after`,
          value: back,
          limit: 15_000,
          unit: "ms",
        },
        {
          figure: "failed page loads meanwhile",
          value: outcomes.filter(({ isOk }) => !isOk).length,
          limit: 0,
        },
        {
          figure: "pages meanwhile, 99 % within",
          value: percentile99(outcomes),
          limit: 100,
          unit: "ms",
        },
        { figure: "streams held beyond the open ones", value: heldAfter - CLIENTS, limit: 0 },
        {
          figure: "memory per stream",
          value: Math.round(perClient / 1_024),
          limit: 25,
          unit: "KB",
        },
        { figure: "streams held of disconnected clients", value: await held(), limit: 0 },
      ];
    } finally {
      await testBed.close();
    }
  },
};
