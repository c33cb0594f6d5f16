// node scripts/bootstrap.mjs install|build: installs the packages if the lock file has changed; `build` also builds the shop
// if a source is newer than the build. Needs only Node ≥ 18, no package.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
const step = process.argv[2];

function run(command, args) {
  const path = [join(process.cwd(), "node_modules/.bin"), process.env.PATH].join(
    process.platform === "win32" ? ";" : ":",
  );
  const { status } = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, PATH: path },
  });
  if (status !== 0) process.exit(status ?? 1);
}

const stamp = "node_modules/.installed";
const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  console.log("Installing the packages…");
  // Not `npm ci`: it refuses a lock file that lacks other platforms' binaries.
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(stamp, lock);
}

if (step === "build" && newest(["app", "server", "db", "public"]) > built()) {
  console.log("Building the shop…");
  run("node", ["scripts/build.ts"]);
  writeFileSync("build/.built", "");
}

function built() {
  return existsSync("build/.built") ? statSync("build/.built").mtimeMs : 0;
}

function newest(folders) {
  const files = [
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "scripts/build.ts",
    "scripts/list-scripts.ts",
    "scripts/script-file.ts",
    "scripts/shrink-manifest.ts",
  ];
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { recursive: true }))
      files.push(join(folder, String(entry)));
  }
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
