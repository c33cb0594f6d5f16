import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

type Check = [name: string, command: string[]];
/** npm run check: runs all static checks, even after one has failed. Exits with 1 if one failed. */
const checks: Check[] = [
  // Several checkers would each check the types that they share: twice the processor time.
  ["types", ["tsc", "--checkers", "1"]],
  ["lint", ["oxlint", "--deny-warnings"]],
  ["format", ["oxfmt", "--check", "app", "db", "server", "scripts", "tests"]],
  ["dead code", ["knip"]],
  ["imports", ["node", "scripts/check-imports.ts"]],
];

let failed = 0;
// Before the others, which read the types that it writes.
await run(["types of the routes", ["react-router", "typegen"]]);
await Promise.all(checks.map(run));
console.log(`check: ${checks.length + 1 - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function run([name, [command, ...args]]: Check): Promise<void> {
  const started = performance.now();
  const check = spawn(command!, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [status]] = await Promise.all([
    text(check.stdout),
    text(check.stderr),
    once(check, "close"),
  ]);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (status !== 0) {
    failed++;
    console.log(`${stdout}${stderr}`.trimEnd());
  }
}
