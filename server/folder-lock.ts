import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * Holds the data folder for this process alone until it ends, however it ends. The lock lies on a file of the
 * folder (so it holds across containers that share it) and is kept by a child that ends when its input does:
 * the kernel closes that with us, and nothing stale is left behind.
 * @returns false when another process holds it.
 */
export function lockFolder(folder: string): Promise<boolean> {
  const holder = spawn("flock", ["--nonblock", join(folder, "lock"), "cat"], {
    stdio: ["pipe", "pipe", "inherit"],
    // Out of the terminal's group: Ctrl-C must not free the lock before the shop has ended.
    detached: true,
    // None of the shop's secrets.
    env: { PATH: process.env["PATH"] },
  });
  return new Promise((resolve, reject) => {
    holder.once("error", () =>
      reject(
        new Error(
          "The embedded database needs the program flock (util-linux). Elsewhere, set DATABASE_URL to a PostgreSQL server.",
        ),
      ),
    );
    holder.once("exit", () => resolve(false));
    // What we say comes back once the lock is held.
    holder.stdout.once("data", () => {
      for (const handle of [holder, holder.stdin, holder.stdout])
        (handle as unknown as { unref(): void }).unref();
      resolve(true);
    });
    holder.stdin.on("error", () => undefined);
    holder.stdin.write("held");
  });
}
