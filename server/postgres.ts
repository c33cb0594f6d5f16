import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { bundledPrograms, runner } from "./postgres-programs.ts";

export type EmbeddedPostgres = {
  /** postgres://… of the database `name` (by default the shop's). */
  url(name?: string): string;
  /** Ends the server, cleanly: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
};

type Options = {
  folder: string;
  settings?: Record<string, string>;
  onLog?: (line: string) => void;
};

/**
 * Starts a real PostgreSQL as a child process, its files in `folder`; makes them on first use.
 * A server left behind by a killed shop is ended first. The caller holds the lock on the folder.
 * @throws Error with a sentence for the owner of the machine when PostgreSQL cannot run here.
 */
export async function startPostgres({
  folder,
  settings = {},
  onLog = () => undefined,
}: Options): Promise<EmbeddedPostgres> {
  const programs = await bundledPrograms();
  const files = join(folder, "postgres");
  const passwordFile = join(folder, "postgres-password");
  mkdirSync(folder, { recursive: true });
  await endLeftover(files);

  const isFirstStart = !existsSync(files);
  // Made beside its place and moved there whole: an initdb cut short leaves nothing to trip over.
  const draft = `${files}.new`;
  if (isFirstStart) {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  }
  const password = readFileSync(passwordFile, "utf8");
  const run = runner(programs, [isFirstStart ? draft : files, passwordFile]);

  if (isFirstStart) {
    const made = run.sync("initdb", [
      "-D",
      draft,
      "-U",
      "eclat",
      "--auth=scram-sha-256",
      "--pwfile",
      passwordFile,
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
    ]);
    if (made.status !== 0) {
      throw new Error(`PostgreSQL's files could not be made in ${files}:\n${made.stderr}`);
    }
    renameSync(draft, files);
  }

  const port = await freePort();
  const flags = Object.entries({
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "60",
    shared_buffers: "128MB",
    // A shop's pages are in memory, or on a disk without a head to move: reading one by an index costs as any other.
    random_page_cost: "1.1",
    // Nothing here is read for so long that compiling it first, or starting a process that helps, would pay.
    jit: "off",
    max_parallel_workers_per_gather: "0",
    log_timezone: "UTC",
    timezone: "UTC",
    ...settings,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const start = async () => {
    const child = run.start("postgres", ["-D", files, ...flags]);
    await ready(child, onLog);
    return child;
  };
  let child = await start();
  let isStopping = false;
  // Nobody else would start it again; the pools come back by themselves, as it keeps its port.
  const keepAlive = () =>
    child.once("exit", async () => {
      while (!isStopping) {
        onLog("PostgreSQL ended by itself and is started again");
        try {
          await endLeftover(files);
          child = await start();
          if (isStopping) child.kill("SIGINT");
          return keepAlive();
        } catch (error) {
          onLog(String(error));
          await sleep(1_000);
        }
      }
    });
  keepAlive();

  const url = (name = "eclat") => `postgres://eclat:${password}@127.0.0.1:${port}/${name}`;
  return {
    url,
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGINT");
      await once(child, "exit");
    },
  };
}

/** postgres://… of the shop's database where the server of `folder` runs at this moment, or null. */
export function runningUrl(folder: string): string | null {
  const files = join(folder, "postgres");
  const pidFile = join(files, "postmaster.pid");
  if (!existsSync(pidFile)) return null;
  const [pid, , , port] = readFileSync(pidFile, "utf8").split("\n");
  const password = readFileSync(join(folder, "postgres-password"), "utf8");
  return isServerOf(files, Number(pid))
    ? `postgres://eclat:${password}@127.0.0.1:${port}/eclat`
    : null;
}

/** Ends a PostgreSQL that outlived its shop (kill -9), told by the pid file it left. */
async function endLeftover(files: string): Promise<void> {
  const pidFile = join(files, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  if (isServerOf(files, pid)) {
    process.kill(pid, "SIGINT");
    for (let waited = 0; isServerOf(files, pid); waited += 50) {
      if (waited === 5_000) process.kill(pid, "SIGQUIT");
      if (waited > 15_000)
        throw new Error(
          `The PostgreSQL left behind by a former run (process ${pid}) does not end.`,
        );
      await sleep(50);
    }
  } else if (existsSync(`/proc/${pid}`)) {
    // The number belongs to somebody else by now, and PostgreSQL would then refuse to start.
    rmSync(pidFile, { force: true });
  }
}

/** Whether the process is the PostgreSQL of these files: it works in their folder. */
function isServerOf(files: string, pid: number): boolean {
  try {
    return (
      !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")) &&
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(files)
    );
  } catch {
    return false;
  }
}

function ready(child: ChildProcess, onLog: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    createInterface({ input: child.stderr! }).on("line", (line) => {
      onLog(line);
      if (lines.push(line) > 20) lines.shift();
      if (line.includes("database system is ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`PostgreSQL ended while starting (code ${code}):\n${lines.join("\n")}`)),
    );
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
