import { LONGEST_TEXT } from "#app/catalogue/manage/product-values.ts";
import { Browser } from "../support/browser.ts";
import { addProducts } from "../support/catalogue.ts";
import {
  LONGEST_WAIT_MS,
  waitBeside,
  withAttackedShop,
  type Attack,
  type Finding,
} from "./attack.ts";
import { administrator, orderingCustomer } from "./customers.ts";

const PRODUCTS = 200;
const LINES = 100;

/** Compositions on which a careless comparison is slow. */
const SHAPES = {
  names: "PTFE, Limonene, Titanium Dioxide [nano], ",
  words: "ptfe aqua ",
  letters: "ptfe, a b c d e ",
  marks: "PTFE, [nano]",
  spaces: `PTFE${" ".repeat(9_000)}a.`,
};

/**
 * 200 products with compositions of the longest allowed length: an administrator opens « À vérifier », a visitor a cart of 100 of them
 * and orders it. Measures /healthz meanwhile.
 */
export const compositions: Attack = {
  name: "compositions",
  run: () =>
    withAttackedShop({}, async ({ url, sql }) => {
      await addProducts(sql, PRODUCTS);
      const admin = await administrator(url, sql);
      const customer = await orderingCustomer(url, sql);
      const ids = Array.from(
        { length: LINES },
        (_one, index) => `01JA${String(index + 1).padStart(22, "0")}`,
      );
      const findings: Finding[] = [];
      for (const [what, text] of Object.entries(SHAPES)) {
        const composition = text
          .repeat(Math.ceil(LONGEST_TEXT / text.length))
          .slice(0, LONGEST_TEXT);
        await sql`UPDATE products SET composition = ${composition}, precautions = 'Éviter les yeux.' WHERE id LIKE '01JA%'`;
        const acts = {
          "« À vérifier »": () => admin.read("/admin/verifications"),
          "a cart": () =>
            new Browser(url).read(
              `/panier/prix?${new URLSearchParams(ids.map((id) => ["id", id]))}`,
            ),
          "an order": async () => {
            const answer = await customer.send(ids);
            if (answer.status !== 302) throw new Error(`the order answered ${answer.status}`);
          },
        };
        for (const [where, act] of Object.entries(acts)) {
          const value = await waitBeside(url, act);
          findings.push({
            figure: `/healthz beside ${where} of ${what}`,
            value,
            limit: LONGEST_WAIT_MS,
            unit: "ms",
          });
        }
      }
      return findings;
    }),
};
