import { setTimeout as sleep } from "node:timers/promises";
import { invariants, openTestBed, startOrders, type Fault } from "./test-bed.ts";

const RESTARTS = 3;

/** PostgreSQL stops without a checkpoint (immediate shutdown), and restarts. */
export const databaseRestart: Fault = {
  name: "database-restart",
  async run() {
    const testBed = await openTestBed(2);
    try {
      const orders = await startOrders(testBed, 6);
      const moments: number[] = [];
      for (let restart = 0; restart < RESTARTS; restart++) {
        await sleep(4_000);
        moments.push(performance.now());
        testBed.restartDatabase();
        await sleep(9_000);
      }
      const { outcomes, lost, count } = await orders.stop();
      const outages = moments.map((moment) => {
        const failed = outcomes.filter(
          ({ at, isOk }) => !isOk && at >= moment - 1_000 && at < moment + 12_000,
        );
        return Math.max(0, ...failed.map(({ at, ms }) => at + ms - moment));
      });
      return [
        { figure: `acknowledged orders lost (of ${count})`, value: lost, limit: 0 },
        {
          figure: "last failed order after",
          value: Math.round(Math.max(...outages)),
          limit: 10_000,
          unit: "ms",
        },
        { figure: "nodes that ended", value: testBed.areAlive() ? 0 : 1, limit: 0 },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
    }
  },
};
