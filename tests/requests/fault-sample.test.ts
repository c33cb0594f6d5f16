import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { connect } from "#app/platform/db.server.ts";
import { runWithFault } from "../support/fault-run.ts";
import type { Plan } from "../support/faults.ts";

/** A sample of `tests/long/fault-matrix.ts`, which injects every kind of fault at every point. */
const SAMPLE: Plan[] = [
  { point: "provider captureOrder 1, after", kind: "crash" },
  { point: "provider refundCapture 1, after", kind: "hang" },
];

const urlOf = (database: string) => inject("databaseUrl").replace("DATABASE", database);

test.each(SAMPLE)(
  "after $kind at « $point » and recovery, all money invariants hold",
  { timeout: 60_000 },
  async (plan) => {
    const name = `fault_${randomUUID().replaceAll("-", "")}`;
    const admin = connect(urlOf("postgres"), { max: 1 });
    await admin.sql.unsafe(`CREATE DATABASE ${name} TEMPLATE template_shop`);
    try {
      expect((await runWithFault(urlOf(name), plan)).faults).toEqual([]);
    } finally {
      await admin.sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.sql.end();
    }
  },
);
