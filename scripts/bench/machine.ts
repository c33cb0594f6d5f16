import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { bundledPrograms } from "../../server/postgres-programs.ts";

export type Machine = {
  processor: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  postgres: string;
};

/** What the figures were measured on; the PostgreSQL is that of `databaseUrl`, or else the embedded one. */
export async function machine(databaseUrl?: string): Promise<Machine> {
  const [first] = cpus();
  const name = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  return {
    processor: first?.model.trim() ?? "",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${name ?? process.platform}, Linux ${release().split("-")[0]}`,
    node: process.versions.node,
    postgres: databaseUrl ? await serverVersion(databaseUrl) : await embeddedVersion(),
  };
}

/** How busy the processors are for three seconds, from 0 to 1: what a load average still says of what is over, this doesn't. */
export async function busyShare(): Promise<number> {
  const spent = () => {
    const times = cpus().map((one) => one.times);
    const idle = times.reduce((sum, one) => sum + one.idle, 0);
    return {
      idle,
      all: times.reduce(
        (sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq,
        0,
      ),
    };
  };
  const before = spent();
  await sleep(3_000);
  const after = spent();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

async function serverVersion(databaseUrl: string): Promise<string> {
  const { sql } = connect(databaseUrl.replace("DATABASE", "postgres"), { max: 1 });
  const [row] = await sql<{ version: string; buffers: string }[]>`
    SELECT current_setting('server_version') AS version, current_setting('shared_buffers') AS buffers`;
  await sql.end();
  return `${row!.version.split(" ")[0]} (shared_buffers ${row!.buffers})`;
}

async function embeddedVersion(): Promise<string> {
  const postgres = join(await bundledPrograms(), "postgres");
  return execFileSync(postgres, ["--version"], { encoding: "utf8" }).trim().split(" ").at(-1)!;
}
