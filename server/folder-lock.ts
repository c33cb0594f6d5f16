import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * Locks the data folder for this process. The lock is on a file in the folder, so it also excludes other containers. A child
 * process (`flock … cat`) holds it and exits when its stdin closes, which the kernel does when this process ends, even by
 * SIGKILL. So no stale lock remains.
 * @returns false when another process holds the lock.
 */
export function lockFolder(folder: string): Promise<boolean> {
  const holder = spawn("flock", ["--nonblock", join(folder, "lock"), "cat"], {
    stdio: ["pipe", "pipe", "inherit"],
    // In a process group of its own: Ctrl-C must not end this child, and so release the lock, before the shop has ended.
    detached: true,
    // Only PATH: the child process needs none of the shop's secrets.
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
    // `cat` starts, and echoes the line, once flock has the lock.
    holder.stdout.once("data", () => {
      for (const handle of [holder, holder.stdin, holder.stdout])
        (handle as unknown as { unref(): void }).unref();
      resolve(true);
    });
    holder.stdin.on("error", () => undefined);
    holder.stdin.write("locked");
  });
}
