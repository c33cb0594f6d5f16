import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#app/platform/db.server.ts";
import { migrate } from "#db/migrate.ts";
import { startPostgres } from "../../server/postgres.ts";
import { runWithFault, UNREACHED } from "../support/fault-run.ts";
import { FAULT_KINDS, type Plan } from "../support/faults.ts";

/*
 * Every step of an order (each transaction, write, provider call and mail) × {crash, throw, hang, run twice}. After each
 * fault and all retries, the invariants must hold. `ONLY=text` runs the steps whose name contains the text, `PART=2/5` the second
 * fifth of the faults: every fifth one.
 */
const [PART, PARTS] = (process.env["PART"] ?? "1/1").split("/").map(Number) as [number, number];
const TURNS = 4;
const folder = mkdtempSync(join(tmpdir(), "eclat-faults-"));
const postgres = await startPostgres({ folder, settings: { max_connections: "100" } });
const admin = connect(postgres.url("postgres"), { max: 1 });
try {
  await admin.sql`CREATE DATABASE template_shop`;
  const template = connect(postgres.url("template_shop"), { max: 2 });
  await migrate(template.sql);
  await template.sql.end();

  const { points, faults } = await onDatabase("dry", null);
  if (faults.length > 0) throw new Error(`without any fault: ${faults.join("; ")}`);
  const wanted = [...new Set(points)].filter((point) => point.includes(process.env["ONLY"] ?? ""));
  const plans = wanted
    .flatMap((point) =>
      FAULT_KINDS.filter((kind) => kind !== "twice" || point.endsWith(", before")).map((kind) => ({
        point,
        kind,
      })),
    )
    .filter((_plan, index) => index % PARTS === PART - 1);
  console.log(`${wanted.length} points, ${plans.length} faults`);
  let failed = 0;
  let unreached = 0;
  let next = 0;
  async function work(): Promise<void> {
    while (next < plans.length) {
      const number = next++;
      const plan = plans[number]!;
      let faults: string[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        ({ faults } = await onDatabase(`run_${number}`, plan).catch((error: unknown) => ({
          faults: [`the run itself failed: ${String(error)}`],
        })));
        if (faults.join() !== UNREACHED) break;
      }
      const isUnreached = faults.join() === UNREACHED;
      if (isUnreached) unreached += 1;
      else if (faults.length > 0) failed += 1;
      const outcome = isUnreached ? "unmet" : faults.length > 0 ? "FAILED" : "ok";
      console.log(`${outcome.padEnd(6)} ${plan.kind.padEnd(5)} ${plan.point}`);
      if (!isUnreached) for (const fault of faults) console.log(`         ${fault}`);
    }
  }
  await Promise.all([work(), work()]);
  const passed = plans.length - failed - unreached;
  console.log(`${passed} passed, ${failed} failed, ${unreached} not met in ${TURNS} turns`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await admin.sql.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function onDatabase(name: string, plan: Plan | null) {
  await admin.sql.unsafe(`CREATE DATABASE ${name} TEMPLATE template_shop`);
  try {
    return await runWithFault(postgres.url(name), plan);
  } finally {
    await admin.sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}
