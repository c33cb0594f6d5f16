import { setTimeout as sleep } from "node:timers/promises";
import { Browser } from "../support/browser.ts";
import { writtenMails } from "../support/mail.ts";
import { queuesExist, withAttackedShop, type Attack } from "./attack.ts";

const WAITING = 2_000;
const PATIENCE_MS = 60_000;

/** A password link requested while 2,000 other mails are queued. */
export const mails: Attack = {
  name: "mails",
  run: () =>
    withAttackedShop({}, async ({ url, dataDir, sql }) => {
      await queuesExist(sql);
      await sql`
        WITH queued AS (
          INSERT INTO mails (key, template, recipient, props)
          SELECT 'flot-' || n, 'contact-receipt', 'personne-' || n || '@exemple.fr', '{}'
          FROM generate_series(1, ${WAITING}::int) AS n RETURNING key)
        INSERT INTO jobs.job (name, data) SELECT 'send-mail', jsonb_build_object('key', key) FROM queued`;
      const sent = async () => {
        const [row] = await sql<{ sent: number }[]>`
          SELECT count(*)::int AS sent FROM mails WHERE key LIKE 'flot-%' AND sent_at IS NOT NULL`;
        return row!.sent;
      };
      const email = "cliente@eclat.example";
      const started = performance.now();
      const before = await sent();
      await new Browser(url).post("/mot-de-passe-oublie", { email });
      let seconds = Infinity;
      while (performance.now() - started < PATIENCE_MS && seconds === Infinity) {
        const [link] = await writtenMails(dataDir, email);
        if (link) seconds = (performance.now() - started) / 1_000;
        else await sleep(100);
      }
      const ahead = (await sent()) - before;
      await sleep(5_000);
      const later = (await sent()) - before - ahead;
      return [
        { figure: "other mails sent before the link", value: ahead, limit: 100 },
        {
          figure: "seconds until the link left, 60 at most",
          value: Math.min(Math.round(seconds), PATIENCE_MS / 1_000),
          limit: 10,
        },
        {
          figure: "milliseconds for each of the other mails, in the 5 s after it",
          value: Math.round(5_000 / Math.max(later, 1)),
          limit: 60,
        },
      ];
    }),
};
