import { setTimeout as sleep } from "node:timers/promises";
import { invariants, openTestBed, startOrders, type Fault } from "./test-bed.ts";

const CYCLES = Number(process.env["CYCLES"] ?? 20);
const POOL = 10;

/** Every connection to the database is reset every 3 seconds, in any state. */
export const resets: Fault = {
  name: "resets",
  async run() {
    const testBed = await openTestBed(3);
    try {
      const orders = await startOrders(testBed, 6);
      let placedBetween = Infinity;
      for (let cycle = 0; cycle < CYCLES; cycle++) {
        const before = orders.count();
        testBed.faultProxy.reset();
        await sleep(3_000);
        placedBetween = Math.min(placedBetween, orders.count() - before);
      }
      const { lost } = await orders.stop();
      // Mails are still sent meanwhile: only a leaked connection is present in every sample.
      const least = async (node: number, name: string) => {
        let found = Infinity;
        for (let look = 0; look < 20 && found > 0; look++) {
          found = Math.min(found, await testBed.figure(node, name));
          await sleep(250);
        }
        return found;
      };
      const pools = await Promise.all(
        testBed.urls.map(async (_url, node) => ({
          open: await testBed.figure(node, "eclat_database_connections"),
          inUse: await least(node, 'eclat_database_connections{state="in_use"}'),
          waiting: await least(node, "eclat_database_waiting"),
        })),
      );
      const most = (name: "open" | "inUse" | "waiting") =>
        Math.max(...pools.map((pool) => pool[name]));
      return [
        {
          figure: `resets without an order after them (of ${CYCLES})`,
          value: placedBetween > 0 ? 0 : 1,
          limit: 0,
        },
        { figure: "acknowledged orders lost", value: lost, limit: 0 },
        { figure: "connections of a pool", value: most("open"), limit: POOL },
        { figure: "leaked connections", value: most("inUse"), limit: 0 },
        { figure: "callers that wait forever", value: most("waiting"), limit: 0 },
        { figure: "nodes that ended", value: testBed.areAlive() ? 0 : 1, limit: 0 },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
    }
  },
};
