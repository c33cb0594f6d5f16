import { setTimeout as sleep } from "node:timers/promises";
import {
  repeatRequest,
  invariants,
  isAnswered,
  openTestBed,
  percentile99,
  signIn,
  startOrders,
  waitForJobs,
  type Fault,
} from "./test-bed.ts";

const SECONDS = 30;

/** The connection to the database drops all packets for half a minute. */
export const blackHole: Fault = {
  name: "black-hole",
  async run() {
    const testBed = await openTestBed(2);
    try {
      const [url = "", other = ""] = testBed.urls;
      const { cookie } = await signIn(url);
      await Promise.all([url, other].map((node) => isAnswered(`${node}/boutique`)));
      const orders = await startOrders(testBed, 4);
      const cached = repeatRequest(() => isAnswered(`${url}/boutique`), 100);
      const own = Array.from({ length: 8 }, () =>
        repeatRequest(() => isAnswered(`${other}/admin/account`, cookie), 50),
      );
      await sleep(3_000);
      const from = performance.now();
      testBed.faultProxy.setDropsData(true);
      await sleep(SECONDS * 1_000);
      testBed.faultProxy.setDropsData(false);
      const until = performance.now();
      const jobs = await waitForJobs(testBed);
      await sleep(Math.max(0, 10_000 - jobs));
      const during = ({ at }: { at: number }) => at >= from - 5_000 && at < until;
      const pages = (await cached()).filter(during);
      const requests = (await Promise.all(own.map((stop) => stop()))).flat();
      const { outcomes, lost } = await orders.stop();
      const failed = [...requests, ...outcomes].filter((one) => during(one) && !one.isOk);
      const firstOk = (all: typeof outcomes) =>
        Math.min(
          ...all.filter(({ at, ms, isOk }) => isOk && at + ms > until).map(({ at, ms }) => at + ms),
        );
      return [
        {
          figure: "failed loads of cached pages",
          value: pages.filter(({ isOk }) => !isOk).length,
          limit: 0,
        },
        {
          figure: "cached pages, 99 % within",
          value: percentile99(pages),
          limit: 1_000,
          unit: "ms",
        },
        {
          figure: "slowest failing request",
          value: Math.round(Math.max(0, ...failed.map(({ ms }) => ms))),
          limit: 6_000,
          unit: "ms",
        },
        {
          figure: "requests that failed fast (at least one)",
          value: failed.length > 0 ? 0 : 1,
          limit: 0,
        },
        {
          figure: "recovered after",
          value: Math.round(Math.max(firstOk(requests), firstOk(outcomes)) - until),
          limit: 5_000,
          unit: "ms",
        },
        { figure: "jobs resume after", value: jobs, limit: 30_000, unit: "ms" },
        { figure: "acknowledged orders lost", value: lost, limit: 0 },
        { figure: "nodes that ended", value: testBed.areAlive() ? 0 : 1, limit: 0 },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
    }
  },
};
