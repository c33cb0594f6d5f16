import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runner } from "../../server/postgres-programs.ts";

/** The programs of POSTGRES_PROGRAMS, or of Debian's package « postgresql »: a replica needs pg_basebackup. */
function programs(): string {
  const packaged = "/usr/lib/postgresql";
  const versions = existsSync(packaged) ? readdirSync(packaged) : [];
  const newest = versions.sort((one, other) => Number(one) - Number(other)).at(-1);
  const folder = process.env["POSTGRES_PROGRAMS"] ?? join(packaged, newest ?? "", "bin");
  if (existsSync(join(folder, "pg_basebackup"))) return folder;
  throw new Error("a replica needs PostgreSQL's own programs (Debian: postgresql)");
}

/**
 * Two PostgreSQL servers on these local ports, as docs/scaling.md sets them up: a primary with a synchronous replica.
 * After the primary was killed, `promote` makes the replica the primary.
 */
export async function startPrimaryAndReplica(folder: string, ports: readonly [number, number]) {
  const data = join(folder, "pair");
  const passwordFile = join(folder, "pair-password");
  mkdirSync(data, { mode: 0o700 });
  const password = randomBytes(12).toString("hex");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const run = runner(programs(), [data, passwordFile]);
  const [primary, replica] = [join(data, "primary"), join(data, "replica")];
  const url = (port: number, database = "postgres") =>
    `postgres://eclat:${password}@127.0.0.1:${port}/${database}`;
  const must = (program: string, ...args: string[]) => {
    const { status, stderr } = run.sync(program, args);
    if (status !== 0) throw new Error(`${program} failed:\n${stderr}`);
  };

  async function start(files: string, port: number): Promise<ChildProcess> {
    const settings = [
      `port=${port}`,
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "timezone=UTC",
    ];
    const server = run.start("postgres", [
      "-D",
      files,
      ...settings.flatMap((setting) => ["-c", setting]),
    ]);
    server.stderr!.resume();
    for (;;) {
      const { sql } = connect(url(port), { max: 1 });
      const isReady = await sql`SELECT 1`.then(
        () => true,
        () => false,
      );
      await sql.end();
      if (isReady) return server;
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended in ${files}`);
      await sleep(100);
    }
  }

  must(
    "initdb",
    "-D",
    primary,
    "-U",
    "eclat",
    "--auth=scram-sha-256",
    "--pwfile",
    passwordFile,
    "--encoding=UTF8",
    "--locale=C.UTF-8",
  );
  const rights = join(primary, "pg_hba.conf");
  writeFileSync(
    rights,
    `host postgres haproxy 127.0.0.1/32 trust\n${readFileSync(rights, "utf8")}`,
  );
  const servers = [await start(primary, ports[0])];
  const { sql } = connect(url(ports[0]), { max: 1 });
  await sql`CREATE ROLE haproxy LOGIN`;
  must("pg_basebackup", "-d", url(ports[0]), "-D", replica, "-R", "-c", "fast");
  servers.push(await start(replica, ports[1]));
  await sql`ALTER SYSTEM SET synchronous_standby_names = '*'`;
  await sql`SELECT pg_reload_conf()`;
  for (;;) {
    const [standby] = await sql`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`;
    if (standby) break;
    await sleep(100);
  }
  await sql.end();

  return {
    async killPrimary(): Promise<void> {
      const ended = once(servers[0]!, "exit");
      servers[0]!.kill("SIGKILL");
      await ended;
    },
    promote: () => must("pg_ctl", "promote", "-w", "-D", replica),
    /** Restarts the killed primary unchanged on another port, an operator's mistake. @returns its URL. */
    async startFormerPrimary(port: number): Promise<string> {
      rmSync(join(primary, "postmaster.pid"), { force: true });
      servers[0] = await start(primary, port);
      return url(port, "eclat");
    },
    /** The URL of a database at a port: that of a server, or of the proxy that routes to the current primary. */
    url,
    async stop(): Promise<void> {
      for (const server of servers) {
        if (server.exitCode !== null || server.signalCode !== null) continue;
        const ended = once(server, "exit");
        server.kill("SIGQUIT");
        await ended;
      }
    },
  };
}
