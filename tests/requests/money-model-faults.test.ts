import { expect, test } from "vitest";
import { checkModel } from "../support/money-model.ts";
import { openShop } from "../support/shop.ts";

/*
 * The model must find faults that are put in on purpose: otherwise it proves nothing. The last one takes minutes and is left to
 * THOROUGH=1 (npm run test:long).
 */
const SEED = Number(process.env["MODEL_SEED"] ?? Date.now() % 1_000_000);
const MOST_RUNS = 400;

const ALL_FAULTS = [
  [
    "a cancelled or expired order keeps its pieces",
    "ALTER TABLE orders DISABLE TRIGGER stock_sync",
    "I16",
  ],
  [
    "pieces that leave are not taken from the shelf",
    "ALTER TABLE parcel_lines DISABLE TRIGGER stock_sync",
    "I16",
  ],
  [
    "goods that come don't go to the orders that lack them",
    "CREATE OR REPLACE FUNCTION fill_missing(the_product text) RETURNS void LANGUAGE sql AS 'SELECT'",
    "I16",
  ],
] as const;
const FAULTS = process.env["THOROUGH"] === "1" ? ALL_FAULTS : ALL_FAULTS.slice(0, 2);

const shops = await Promise.all(FAULTS.map(() => openShop()));

test.each(FAULTS)("finds that %s", { timeout: 240_000 }, async (...fault) => {
  const [, statement, invariant] = fault;
  const shop = shops[FAULTS.findIndex(([what]) => what === fault[0])]!;
  await shop.sql.unsafe(statement);
  const { failed, errorInstance } = await checkModel(shop, { runs: MOST_RUNS, seed: SEED });
  shop.takeErrors();
  expect(failed).toBe(true);
  const { actual } = errorInstance as { actual: Record<string, unknown> };
  expect(Object.keys(actual).join()).toContain(invariant);
});
