import { setTimeout as sleep } from "node:timers/promises";
import { invariants, openTestBed, startOrders, type Fault } from "./test-bed.ts";

const CYCLES = Number(process.env["CYCLES"] ?? 20);
const POOL = 10;

/** Every connection to the database is reset every 3 seconds, in any state. */
export const resets: Fault = {
  name: "resets",
  async run() {
    const stage = await openTestBed(3);
    try {
      const orders = await startOrders(stage, 6);
      let placedBetween = Infinity;
      for (let cycle = 0; cycle < CYCLES; cycle++) {
        const before = orders.count();
        stage.line.reset();
        await sleep(3_000);
        placedBetween = Math.min(placedBetween, orders.count() - before);
      }
      const { lost } = await orders.stop();
      // Mails are still sent meanwhile: only a leaked connection is present in every sample.
      const least = async (node: number, name: string) => {
        let found = Infinity;
        for (let look = 0; look < 20 && found > 0; look++) {
          found = Math.min(found, await stage.figure(node, name));
          await sleep(250);
        }
        return found;
      };
      const pools = await Promise.all(
        stage.urls.map(async (_url, node) => ({
          open: await stage.figure(node, "eclat_database_connections"),
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
        { figure: "nodes that ended", value: stage.areAlive() ? 0 : 1, limit: 0 },
        ...(await invariants(stage.sql)),
      ];
    } finally {
      await stage.close();
    }
  },
};
