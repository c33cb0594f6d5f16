import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** Starts the built shop in a process of its own, on `folder`; told once it answers, with how long that took. */
export async function startShop(settings: {
  port: number;
  folder: string;
  env?: Record<string, string>;
}): Promise<{ shop: ChildProcess; url: string; readyMs: number }> {
  const started = performance.now();
  const url = `http://127.0.0.1:${settings.port}`;
  const shop = spawn("node", ["build/server/main.js"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(settings.port),
      BASE_URL: url,
      DATA_DIR: settings.folder,
      LOG_LEVEL: "error",
      RATE_LIMIT_FACTOR: "1000",
      ...settings.env,
    },
  });
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return { shop, url, readyMs: Math.round(performance.now() - started) };
    if (shop.exitCode !== null) throw new Error(`the shop ended with code ${shop.exitCode}`);
    await sleep(50);
  }
}

/** Ends it in order, and waits for its end. */
export async function stopShop(shop: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => shop.once("exit", resolve));
  shop.kill("SIGTERM");
  await ended;
}
