import { expect, test } from "vitest";
import { PLAN_COLUMNS, PRODUCT_COLUMNS } from "#app/catalogue/csv-columns.ts";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { applyPlannedPrices } from "#app/catalogue/prices/apply-planned-prices.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { nextLastSunday } from "../support/clock-changes.ts";
import { openImports } from "../support/product-import.ts";

const { sql, db, admin, check, idOf, act, state } = await openImports();
const HEAD = "nom;prix;catégorie;prix prévu;prix prévu du;prix prévu au";

/** « 01/12/2026 », so many days from today in Paris. */
const day = (days: number) => parisDay(new Date(), days).split("-").toReversed().join("/");
const [FROM, UNTIL] = [`${day(3)} 08:00`, `${day(10)} 00:00`];
const [SPRING, AUTUMN] = [2, 9].map((month) =>
  nextLastSunday(month).split("-").toReversed().join("/"),
);

/** Checks a file, starts it and imports it to its end. */
async function run(...lines: string[]) {
  const importId = idOf(await check([HEAD, ...lines].join("\n")));
  expect((await act("start", importId)).status).toBe(302);
  await runImport(db, importId);
  return state(importId);
}
/** The outcome and the errors of a file's only line. */
async function faultsOf(line: string, head = HEAD) {
  const importId = idOf(await check([head, line].join("\n")));
  const [row] = await sql<{ outcome: string; faults: { column: string; reason: string }[] }[]>`
    SELECT outcome, faults FROM product_import_lines WHERE import_id = ${importId}`;
  return [row!.outcome, ...(row!.faults ?? []).map(({ column, reason }) => [column, reason])];
}
const plansOf = (name: string) => sql`
  SELECT price_plans.price_cents AS price, percent::float,
    to_char(starts_at AT TIME ZONE 'Europe/Paris', 'DD/MM/YYYY HH24:MI') AS starts,
    to_char(ends_at AT TIME ZONE 'Europe/Paris', 'DD/MM/YYYY HH24:MI') AS ends
  FROM planned_prices JOIN price_plans ON price_plans.id = plan_id JOIN products ON products.id = product_id
  WHERE products.name = ${name} ORDER BY starts_at`;
const exported = async () =>
  (await (await admin.get("/admin/produits.csv")).text()).replace("\uFEFF", "");

test("without a planned price the export has no columns for them", async () => {
  expect((await exported()).split("\r\n")[0]).toBe(PRODUCT_COLUMNS.join(";"));
});

test("a file plans prices of new and known products, and the export gives the same columns", async () => {
  await run("lait;30;Autres;;;");
  await run(
    `lait;30;Autres;24 €;${FROM};${UNTIL}`,
    `rouge prune;20;Maquillage;10,50%;${FROM};${parisDay(new Date(), 10)} 00:00`,
    "sans rien;18;Autres;;;",
  );
  const moments = { starts: FROM, ends: UNTIL };
  expect(await plansOf("lait")).toEqual([{ price: 2_400, percent: null, ...moments }]);
  expect(await plansOf("rouge prune")).toEqual([{ price: null, percent: 10.5, ...moments }]);
  expect(await plansOf("sans rien")).toEqual([]);
  const text = await exported();
  expect(text.split("\r\n")[0]).toBe([...PRODUCT_COLUMNS, ...PLAN_COLUMNS].join(";"));
  expect(text).toContain(`;24;${FROM};${UNTIL}\r\n`);
  expect(text).toContain(`;10,5 %;${FROM};${UNTIL}\r\n`);
  // The exported file changes nothing, and empty cells cancel nothing.
  const again = idOf(await check(text));
  expect(await state(again)).toMatchObject({ to_update: 0, to_create: 0, faulty_count: 0 });
  expect(await faultsOf("lait;30;Autres;;;")).toEqual(["unchanged"]);
  // A line that names the planned price again, with another price for now.
  await run(`lait;32;Autres;24;${FROM};${UNTIL}`);
  expect(await plansOf("lait")).toHaveLength(1);
});

test("a price planned by a file begins and ends like the others", async () => {
  await run(`baume;50;Autres;20 %;${FROM};${UNTIL}`);
  const [planned] = await sql<{ id: string }[]>`
    SELECT plan_id AS id FROM planned_prices JOIN products ON products.id = product_id WHERE name = 'baume'`;
  const { id } = planned!;
  const price = async () =>
    (await sql`SELECT price_cents FROM products WHERE name = 'baume'`)[0]!["price_cents"];
  await sql`UPDATE price_plans SET starts_at = now() - interval '1 minute' WHERE id = ${id}`;
  await applyPlannedPrices(db);
  expect(await price()).toBe(4_000);
  // While it runs, the export has the price of now; it plans nothing again.
  const importId = idOf(await check(await exported()));
  expect(await state(importId)).toMatchObject({ to_update: 0, faulty_count: 0 });
  await sql`UPDATE price_plans SET ends_at = now() WHERE id = ${id}`;
  await applyPlannedPrices(db);
  expect(await price()).toBe(5_000);
});

test.each([
  [`savon;20;Autres;12,50;${FROM};${UNTIL}`, "prix prévu", "Écrivez un prix en euros entiers"],
  [
    `savon;20;Autres;1.200;${FROM};${UNTIL}`,
    "prix prévu",
    "«\u00a01.200\u00a0» se lit 1,2 ou 1\u202f200",
  ],
  [`savon;20;Autres;100 %;${FROM};${UNTIL}`, "prix prévu", "Écrivez un prix en euros entiers"],
  [`savon;20;Autres;;${FROM};${UNTIL}`, "prix prévu", "Écrivez un prix en euros entiers"],
  [`savon;20;Autres;15;demain;${UNTIL}`, "prix prévu du", "Ce moment n’existe pas"],
  [`savon;20;Autres;15;;${UNTIL}`, "prix prévu du", "Ce moment n’existe pas"],
  [`savon;20;Autres;15;31/02/2027 08:00;${UNTIL}`, "prix prévu du", "Ce moment n’existe pas"],
  [`savon;20;Autres;15;${FROM};`, "prix prévu au", "Ce moment n’existe pas"],
  [
    `savon;20;Autres;15;${SPRING} 02:30;${SPRING} 03:00`,
    "prix prévu du",
    "Cette heure n’existe pas",
  ],
  [
    `savon;20;Autres;15;${SPRING} 01:59;${SPRING} 02:00`,
    "prix prévu au",
    "Cette heure n’existe pas",
  ],
  [
    `savon;20;Autres;15;${AUTUMN} 02:30;${AUTUMN} 03:00`,
    "prix prévu du",
    "Cette heure existe deux fois",
  ],
  [
    `savon;20;Autres;15;${AUTUMN} 01:59;${AUTUMN} 02:59`,
    "prix prévu au",
    "Cette heure existe deux fois",
  ],
  [`savon;20;Autres;15;${FROM};31/12/9999 08:00`, "prix prévu au", "pour un an au plus"],
  [`savon;20;Autres;15;${UNTIL};${FROM}`, "prix prévu au", "La fin est avant le début."],
  [`savon;20;Autres;15;01/01/2020 08:00;${UNTIL}`, "prix prévu du", "Ce moment est passé."],
  [`savon;20;Autres;20;${FROM};${UNTIL}`, "prix prévu", "n’est pas une réduction."],
  [`lait;32;Autres;20;${FROM};${UNTIL}`, "prix prévu du", "a déjà un prix prévu"],
])("the line « %s » is refused at « %s »", async (line, column, reason) => {
  const [outcome, ...faults] = await faultsOf(line);
  expect(outcome).toBe("faulty");
  expect(faults).toEqual([[column, expect.stringContaining(reason)]]);
});

test("a plan that the shop got since the check refuses the line, and writes nothing of it", async () => {
  await run("huile;40;Autres;;;");
  const line = `huile;38;Autres;30;${FROM};${UNTIL}`;
  const importId = idOf(await check([HEAD, line].join("\n")));
  await run(`huile;40;Autres;25;${FROM};${UNTIL}`);
  await act("start", importId);
  await runImport(db, importId);
  expect(await state(importId)).toMatchObject({ refused_count: 1, updated_count: 0 });
  expect(await plansOf("huile")).toMatchObject([{ price: 2_500 }]);
});

test("a plan that runs since the hour that exists twice is exported and imported again", async () => {
  await run(`beurre;50;Autres;20 %;${FROM};${UNTIL}`);
  const [iso, again] = [nextLastSunday(9), `${AUTUMN} 02:30`];
  await sql`UPDATE price_plans SET starts_at = ${`${iso} 02:30`}::timestamp AT TIME ZONE 'Europe/Paris', ends_at = ${`${iso} 05:00`}::timestamp AT TIME ZONE 'Europe/Paris'
    WHERE id = (SELECT plan_id FROM planned_prices JOIN products ON products.id = product_id WHERE name = 'beurre')`;
  expect(await exported()).toContain(`;20 %;${again};${AUTUMN} 05:00\r\n`);
  expect(await faultsOf(`beurre;50;Autres;20 %;${again};${AUTUMN} 05:00`)).toEqual(["unchanged"]);
});
