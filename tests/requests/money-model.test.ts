import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkModel } from "../support/money-model.ts";
import { openShop } from "../support/shop.ts";

/* `npm run test:long` makes more runs. */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 40);
const SEED = Number(process.env["MODEL_SEED"] ?? Date.now() % 1_000_000);

const shop = await openShop();

test(
  `after random concurrent acts, all invariants of money and stock hold: ${RUNS} runs`,
  { timeout: 3_600_000 },
  async () => {
    const started = performance.now();
    const outcome = await checkModel(shop, { runs: RUNS, seed: SEED });
    const report = `${fc.defaultReportMessage(outcome)}\n${String(outcome.errorInstance)}`;
    expect(outcome.failed, report).toBe(false);
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stdout.write(`model: ${RUNS} runs, seed ${SEED}, ${seconds} s\n`);
    shop.takeErrors();
  },
);
