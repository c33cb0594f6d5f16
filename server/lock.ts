import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";

/**
 * Holds the data folder for this process alone until it ends, however it ends: the kernel frees an
 * abstract socket with its process, so a killed shop leaves no stale lock behind.
 * @returns false when another process holds it.
 */
export function lockFolder(folder: string): Promise<boolean> {
  if (process.platform !== "linux") {
    throw new Error(
      "The embedded database needs Linux. Elsewhere, set DATABASE_URL to a PostgreSQL server.",
    );
  }
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 40);
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(`\0eclat-data-${name}`, () => resolve(true));
  });
}
