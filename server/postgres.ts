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
  /** Stops the server (fast shutdown): open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>;
};

type Options = {
  folder: string;
  settings?: Record<string, string>;
  onLog?: (line: string) => void;
};

/**
 * Starts PostgreSQL as a child process with its data in `folder`; runs initdb on first use. Stops a server left running by a
 * killed shop first. The caller must hold the folder's lock (server/folder-lock.ts).
 * @throws Error when PostgreSQL cannot run on this machine.
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
  await stopLeftover(files);

  const isFirstStart = !existsSync(files);
  // initdb writes to a temporary name, which is then renamed: an interrupted initdb leaves no partial data folder.
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
      throw new Error(`PostgreSQL's data could not be created in ${files}:\n${made.stderr}`);
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
    // Data is cached or on an SSD, so random reads cost about the same as sequential ones.
    random_page_cost: "1.1",
    // Statements are too short for JIT compilation or parallel workers.
    jit: "off",
    max_parallel_workers_per_gather: "0",
    log_timezone: "UTC",
    timezone: "UTC",
    ...settings,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const start = async () => {
    const child = run.start("postgres", ["-D", files, ...flags]);
    await waitUntilReady(child, onLog);
    return child;
  };
  let child = await start();
  let isStopping = false;
  // Restarts a crashed server. It keeps its port, so the pools reconnect.
  const restartOnExit = () =>
    child.once("exit", async () => {
      while (!isStopping) {
        onLog("PostgreSQL exited unexpectedly and is restarted");
        try {
          await stopLeftover(files);
          child = await start();
          if (isStopping) child.kill("SIGINT");
          return restartOnExit();
        } catch (error) {
          onLog(String(error));
          await sleep(1_000);
        }
      }
    });
  restartOnExit();

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

/** The URL of the shop's database if the embedded server of `folder` is running, else null. */
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

/** Stops a PostgreSQL that is still running after its shop was killed, found by its pid file. */
async function stopLeftover(files: string): Promise<void> {
  const pidFile = join(files, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  if (isServerOf(files, pid)) {
    process.kill(pid, "SIGINT");
    for (let waited = 0; isServerOf(files, pid); waited += 50) {
      if (waited === 5_000) process.kill(pid, "SIGQUIT");
      if (waited > 15_000)
        throw new Error(`The PostgreSQL of an earlier start (process ${pid}) does not stop.`);
      await sleep(50);
    }
  } else if (existsSync(`/proc/${pid}`)) {
    // Another process has this pid now. With this pid file, PostgreSQL would refuse to start.
    rmSync(pidFile, { force: true });
  }
}

/** Whether process `pid` is the PostgreSQL server of the data folder `files`: its working directory is this folder. */
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

/** Resolves when the server accepts connections; rejects with its last log lines when it exits before. */
function waitUntilReady(child: ChildProcess, onLog: (line: string) => void): Promise<void> {
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
