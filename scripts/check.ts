import { spawnSync } from "node:child_process";

/** npm run check: runs all static checks, even after one has failed. Exits with 1 if one failed. */
const checks: [string, string[]][] = [
  ["types", ["sh", "-c", "react-router typegen && tsc"]],
  ["lint", ["oxlint", "--deny-warnings"]],
  ["format", ["oxfmt", "--check", "app", "db", "server", "scripts", "tests"]],
  ["dead code", ["knip"]],
  ["imports", ["node", "scripts/check-imports.ts"]],
];

let failed = 0;
for (const [name, [command, ...args]] of checks) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command!, args, { encoding: "utf8" });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (status !== 0) {
    failed++;
    console.log(`${stdout}${stderr}`.trimEnd());
  }
}
console.log(`check: ${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
