import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

type Settings = {
  port: number;
  folder: string;
  env?: Record<string, string>;
  /** File descriptor for the shop's log, which is discarded by default. */
  log?: number | undefined;
  /** Another build folder. */
  build?: string;
  /** A command prefix, for example to start the shop as another user. */
  wrapper?: string[];
};

/** Starts the built shop as a child process with the data folder `folder`. */
export function spawnShop(settings: Settings): { shop: ChildProcess; url: string } {
  const { port, folder, env, log, build = "build", wrapper = [] } = settings;
  const url = `http://127.0.0.1:${port}`;
  const [command, ...args] = [...wrapper, "sh", "server/start.sh", build];
  const shop = spawn(command!, args, {
    stdio: ["ignore", log ?? "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: folder,
      LOG_LEVEL: "error",
      RATE_LIMIT_FACTOR: "1000",
      ...env,
    },
  });
  return { shop, url };
}

const LONGEST_START_MS = 120_000;
type StartedShop = { shop: ChildProcess; url: string; readyMs: number };

/** Starts the built shop and waits until /readyz responds 200; `readyMs`: how long that took. */
export async function startShop(settings: Settings): Promise<StartedShop> {
  const started = performance.now();
  const { shop, url } = spawnShop(settings);
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return { shop, url, readyMs: Math.round(performance.now() - started) };
    const end = shop.exitCode ?? shop.signalCode;
    if (end !== null) throw new Error(`the shop ended with ${end}`);
    if (performance.now() - started > LONGEST_START_MS) shop.kill("SIGKILL");
    await sleep(50);
  }
}

/** Starts several shops at the same time. If one fails, stops the others: vitest would wait for them forever. */
export async function startShops(all: Settings[]): Promise<StartedShop[]> {
  const starts = all.map(startShop);
  return Promise.all(starts).catch(async (error) => {
    const started = (await Promise.allSettled(starts)).flatMap((start) =>
      start.status === "fulfilled" ? [start.value.shop] : [],
    );
    await Promise.all(started.map(stopShop));
    throw error;
  });
}

/** Sends SIGTERM and waits for the exit. */
export async function stopShop(shop: ChildProcess): Promise<void> {
  if (shop.exitCode !== null || shop.signalCode !== null) return;
  const ended = new Promise((resolve) => shop.once("exit", resolve));
  shop.kill("SIGTERM");
  await ended;
}
