import { setTimeout as sleep } from "node:timers/promises";
import { openMailSink } from "./mail-sink.ts";
import { invariants, openTestBed, startOrders, type Fault } from "./test-bed.ts";

const AWAY_MS = 45_000;
/** A mail is retried 30 s after its first failure, then after 60 s. */
const MOST_LATE_MS = 120_000;

/** The mail server is stopped and restarted; every order's mail must arrive exactly once. */
export const mailsAway: Fault = {
  name: "mails-away",
  async run() {
    const sink = await openMailSink();
    const testBed = await openTestBed(2, { env: () => ({ SMTP_URL: sink.url }) });
    try {
      const orders = await startOrders(testBed, 2, 500);
      await sleep(5_000);
      await sink.close();
      await sleep(AWAY_MS);
      await sink.open();
      const back = performance.now();
      const { outcomes, count, lost } = await orders.stop();
      const mails = async () =>
        (
          await testBed.sql<{ key: string; sent: boolean }[]>`
            SELECT key, sent_at IS NOT NULL AS sent FROM mails WHERE key LIKE 'order-%'`
        ).map(({ key, sent }) => ({ key, sent }));
      while ((await mails()).some(({ sent }) => !sent) && performance.now() - back < MOST_LATE_MS)
        await sleep(200);
      const all = await mails();
      const times = all.map(({ key }) => sink.timesOf(key));
      return [
        {
          figure: `orders refused meanwhile`,
          value: outcomes.filter(({ isOk }) => !isOk).length,
          limit: 0,
        },
        { figure: `acknowledged orders lost (of ${count})`, value: lost, limit: 0 },
        { figure: `orders without a mail`, value: Math.max(0, count - all.length), limit: 0 },
        {
          figure: `mails lost (of ${all.length})`,
          value: times.filter((n) => n === 0).length,
          limit: 0,
        },
        { figure: "mails sent twice", value: times.filter((n) => n > 1).length, limit: 0 },
        {
          figure: "last mail after",
          value: Math.round(performance.now() - back),
          limit: MOST_LATE_MS,
          unit: "ms",
        },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
      await sink.close();
    }
  },
};
