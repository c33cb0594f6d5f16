import { benchServer, nameOf } from "./bench-server.ts";
import { FEWEST_TURNS, percentilesOf, timesOf } from "./case-times.ts";
import { casesOf, familyOf } from "./cases.ts";
import { add, tell, type Runs } from "./runs.ts";

/**
 * node scripts/bench/growth.ts [--json=file]: how many times longer the p95 of the lists' families is at a million products
 * than at a thousand, both asked in turns: what queries.ts finds of them minutes apart varies with the machine's speed.
 */
const [FEWEST, MOST] = [1_000, 1_000_000];
const ROUNDS = 5;

const server = await benchServer();
const runs: Runs = {};
try {
  const shops = [];
  for (const size of [FEWEST, MOST]) {
    const { sql, db } = await server.openWarm(nameOf(size));
    // Late pages, which only many products have, belong to no family.
    shops.push({ sql, cases: (await casesOf(db)).filter(({ from }) => !from) });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const [fewest, most] = [new Map<string, number[]>(), new Map<string, number[]>()];
    // Case by case, so that whatever slows the machine slows both.
    for (const [place, { name }] of shops[0]!.cases.entries())
      for (const [{ cases }, families] of [
        [shops[0]!, fewest],
        [shops[1]!, most],
      ] as const) {
        const every = await timesOf(cases[place]!);
        // Equally many of each case; of one that stands alone, as many as there are.
        const isAlone = cases.filter((one) => familyOf(one.name) === familyOf(name)).length === 1;
        const [row, times] = isAlone ? [name, every] : [familyOf(name), every.slice(-FEWEST_TURNS)];
        families.set(row, [...(families.get(row) ?? []), ...times]);
      }
    for (const [family, times] of fewest) {
      const [atFewest, atMost] = [percentilesOf(times).p95, percentilesOf(most.get(family)!).p95];
      add(runs, family, { atFewest, atMost, growth: atMost / atFewest });
    }
  }
  for (const { sql } of shops) await sql.end();
} finally {
  await server.stop();
}
tell(runs);
