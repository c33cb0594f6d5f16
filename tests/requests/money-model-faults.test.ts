import { expect, test } from "vitest";
import { checkModel } from "../support/money-model.ts";
import { openShop } from "../support/shop.ts";

/*
 * The model must find faults that are put in on purpose: otherwise it proves nothing. Those after the third take longer and are left to
 * THOROUGH=1 (npm run test:long).
 */
const SEED = Number(process.env["MODEL_SEED"] ?? Date.now() % 1_000_000);
const MOST_RUNS = 400;
type Shop = Awaited<ReturnType<typeof openShop>>;

/** The last digit of each fee is another one than the model saved. */
function raiseFees({ settings }: Shop): void {
  const { current } = settings;
  settings.current = () => {
    const now = current();
    const list = now.groups.delivery.list.map((method) => ({
      ...method,
      steps: method.steps.replaceAll(/\d$/gm, (digit) => String((Number(digit) + 1) % 10)),
    }));
    return { ...now, groups: { ...now.groups, delivery: { list } } };
  };
}

/** What is planted, how, and a part of what the model then says. */
type Fault = readonly [what: string, plant: (shop: Shop) => unknown, found: string];
const statement = (text: string) => (shop: Shop) => shop.sql.unsafe(text);
const ALL_FAULTS: readonly Fault[] = [
  [
    "a cancelled or expired order keeps its pieces",
    statement("ALTER TABLE orders DISABLE TRIGGER stock_sync"),
    "I16",
  ],
  [
    "pieces that leave are not taken from the shelf",
    statement("ALTER TABLE parcel_lines DISABLE TRIGGER stock_sync"),
    "I16",
  ],
  ["orders cost another delivery fee than the settings say", raiseFees, "by the offers"],
  [
    "a credit note says that more is left of its invoice",
    statement(`CREATE FUNCTION leave_more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.snapshot := jsonb_set(NEW.snapshot, '{corrects,leftCents}', to_jsonb((NEW.snapshot #>> '{corrects,leftCents}')::integer + 1));
        RETURN NEW; END $$;
      CREATE TRIGGER leave_more BEFORE INSERT ON invoices FOR EACH ROW WHEN (NEW.kind = 'credit-note') EXECUTE FUNCTION leave_more()`),
    "what is left of the invoice",
  ],
  [
    "a cancelled order keeps its use of a reduction",
    statement("ALTER TABLE orders DISABLE TRIGGER release_reduction"),
    "I4d",
  ],
  [
    "goods that come don't go to the orders that lack them",
    statement(
      "CREATE OR REPLACE FUNCTION fill_missing(the_product text) RETURNS void LANGUAGE sql AS 'SELECT'",
    ),
    "I16",
  ],
];
const FAULTS = process.env["THOROUGH"] === "1" ? ALL_FAULTS : ALL_FAULTS.slice(0, 3);

const shops = await Promise.all(FAULTS.map(() => openShop()));

test.each(FAULTS)("finds that %s", { timeout: 240_000 }, async (what, plant, found) => {
  const shop = shops[FAULTS.findIndex(([other]) => other === what)]!;
  await plant(shop);
  const { failed, errorInstance } = await checkModel(shop, { runs: MOST_RUNS, seed: SEED });
  shop.takeErrors();
  expect(failed).toBe(true);
  const { actual, message } = errorInstance as { actual: object; message: string };
  expect([message, ...Object.keys(actual)].join()).toContain(found);
});
