import { LONGEST_PAGE } from "#app/pages/pages-schema.ts";
import { pagesSettings } from "#app/pages/pages-settings.server.ts";
import { draftOf } from "#app/settings/group-draft.ts";
import { legalSettings } from "#app/settings/legal-settings.server.ts";
import {
  LONGEST_WAIT_MS,
  queuesExist,
  waitBeside,
  withAttackedShop,
  type Attack,
  type Finding,
} from "./attack.ts";
import { administrator, orderingCustomer } from "./customers.ts";
import { mailsLeft } from "./mailbox.ts";

const filled = (text: string) => text.repeat(Math.floor(LONGEST_PAGE / text.length));
/** Clauses that once threw while the terms were drawn, or on which a careless pattern is quadratic. */
const CLAUSES = {
  "links without an address":
    "[a](https://) [b](http://[) [c](https://%) [d](mailto:) [e](//) [f](/\\g) [h](javascript:0)",
  "escaped links": "\\[a](https://) \\[b](http://[) \\[c](https://%) \\[d](mailto:) \\[e](tel:)",
  "open brackets": filled("["),
  "open links": filled("[a]("),
  "open parentheses": filled("[a](/("),
  frames: filled("> a\n\n"),
  spaces: `a${filled(" ")}b`,
  tags: filled("<a href=x>"),
};

/** Saves hostile clauses, and a hostile address of the seller; counts the orders whose mail, with the terms as a file, didn't leave. */
export const terms: Attack = {
  name: "terms",
  run: () =>
    withAttackedShop({}, async ({ url, sql }) => {
      await queuesExist(sql);
      const admin = await administrator(url, sql);
      const save = async (path: string, group: "pages" | "legal", fields: object) => {
        const [row] = await sql`SELECT version FROM settings WHERE name = ${group}`;
        const version = String(row?.["version"] ?? 0);
        const answer = await admin.post(path, { ...fields, version, base: "" });
        await answer.text();
        return answer.status;
      };
      const findings: Finding[] = [];
      const legal = {
        ...legalSettings.defaults.demo,
        address: "[Siège](https://) [[[[ 75000 Paris",
      };
      const saved = await save(
        "/admin/reglages/mentions-legales",
        "legal",
        draftOf(legalSettings, legal),
      );
      if (saved !== 200) throw new Error(`the address answered ${saved}`);
      for (const [what, clauses] of Object.entries(CLAUSES)) {
        const value = await waitBeside(url, async () => {
          // A text that the form refuses is not stored.
          await save(
            "/admin/reglages/pages",
            "pages",
            draftOf(pagesSettings, { ...pagesSettings.defaults.demo, clauses }),
          );
          await (await fetch(`${url}/condition-generale-de-vente`)).text();
          await (await orderingCustomer(url, sql)).order();
        });
        findings.push({
          figure: `/healthz beside ${what}`,
          value,
          limit: LONGEST_WAIT_MS,
          unit: "ms",
        });
      }
      await mailsLeft(sql);
      const [mails] = await sql<{ sent: number; left: number }[]>`
        SELECT count(sent_at)::int AS sent, count(*)::int - count(sent_at)::int AS left
        FROM mails WHERE template = 'order-received'`;
      console.log(`${mails!.sent} mails left`);
      return [
        ...findings,
        {
          figure: "orders without their mail",
          value: mails!.sent === 0 ? Infinity : mails!.left,
          limit: 0,
        },
      ];
    }),
};
