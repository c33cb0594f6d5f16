import { aborts } from "./aborts.ts";
import { blackHole } from "./black-hole.ts";
import { bucketAway } from "./bucket-away.ts";
import { clock } from "./clock.ts";
import { databaseRestart } from "./database-restart.ts";
import { failOver } from "./fail-over.ts";
import { fullDisk } from "./full-disk.ts";
import { liveReturn } from "./live-return.ts";
import { mailsAway } from "./mails-away.ts";
import { nodeKilled } from "./node-killed.ts";
import { resets } from "./resets.ts";
import { rollingRestarts } from "./rolling-restart.ts";
import { slowClients } from "./slow-clients.ts";
import type { Finding } from "./test-bed.ts";
import { vanished } from "./vanished.ts";

/*
 * `npm run chaos`: runs all faults on real processes, or the named ones (`npm run chaos -- black-hole`).
 * Exits with 1 when a figure is above its limit or an invariant is broken.
 */
const FAULTS = [
  nodeKilled,
  databaseRestart,
  resets,
  blackHole,
  failOver,
  clock,
  mailsAway,
  aborts,
  liveReturn,
  vanished,
  slowClients,
  fullDisk,
  bucketAway,
  ...rollingRestarts,
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
if (unknown.length > 0)
  throw new Error(
    `no fault ${unknown.join(", ")}; there are ${FAULTS.map(({ name }) => name).join(", ")}`,
  );

type Row = Finding & { fault: string };
const rows: Row[] = [];
for (const { name, run } of FAULTS) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`— ${name}`);
  const findings = await run().catch((error: unknown): Finding[] => {
    console.error(error);
    return [{ figure: "could not be run", value: 1, limit: 0 }];
  });
  for (const finding of findings) {
    rows.push({ fault: name, ...finding });
    console.log(
      `  ${isBroken(finding) ? "BROKEN" : "ok    "} ${finding.figure}: ${format(finding)}`,
    );
  }
}
const broken = rows.filter(isBroken);
console.table(
  rows.map((row) => ({
    fault: row.fault,
    figure: row.figure,
    value: row.value,
    limit: row.limit,
    unit: row.unit ?? "",
    holds: !isBroken(row),
  })),
);
console.log(`${rows.length - broken.length} held, ${broken.length} broken`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** NaN is a figure that was not measured: it counts as broken. */
function isBroken({ value, limit }: Finding): boolean {
  return !(value <= limit);
}

function format({ value, limit, unit = "" }: Finding): string {
  return `${value} ${unit} (at most ${limit})`.replace("  ", " ");
}
