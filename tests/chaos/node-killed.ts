import { setTimeout as sleep } from "node:timers/promises";
import { invariants, openTestBed, startOrders, type Fault } from "./test-bed.ts";

const KILLS = 4;

/** Each node in turn is killed under load (SIGKILL) and restarted. */
export const nodeKilled: Fault = {
  name: "node-killed",
  async run() {
    const testBed = await openTestBed(2);
    try {
      const orders = await startOrders(testBed, 6);
      const restarts: number[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        await sleep(3_000);
        restarts.push(await testBed.killNode(kill % 2));
      }
      await sleep(3_000);
      const { lost, count } = await orders.stop();
      return [
        { figure: `acknowledged orders lost or duplicated (of ${count})`, value: lost, limit: 0 },
        { figure: "ready again after", value: Math.max(...restarts), limit: 5_000, unit: "ms" },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
    }
  },
};
