import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "../support/browser.ts";
import { mannWhitney, median } from "../support/mann-whitney.ts";
import { startShop, stopShop } from "../support/production-shop.ts";

/*
 * Timing side channel: compares, by the Mann-Whitney U test, the refusal times of emails with and without an account,
 * for signing in and for requesting a reset link.
 */
const PAIRS = Number(process.env["PAIRS"] ?? 300);
const folder = mkdtempSync(join(tmpdir(), "eclat-timing-"));
const { shop, url } = await startShop({ port: 3927, folder });
try {
  // One email of each kind: a repeated email is answered faster, in both cases.
  const [KNOWN, STRANGER] = ["cliente@eclat.example", "inconnu@eclat.example"];
  const acts: [name: string, path: string, fields: Record<string, string>, status: number][] = [
    ["sign-in", "/connexion", { password: "Pas-le-bon-mot-1" }, 401],
    ["link to a new password", "/mot-de-passe-oublie", {}, 200],
  ];
  for (const [name, path, fields, status] of acts) {
    const time = async (email: string) => {
      const begun = performance.now();
      const answer = await new Browser(url).post(path, { ...fields, email });
      await answer.text();
      assert.equal(answer.status, status);
      return performance.now() - begun;
    };
    for (let warm = 0; warm < 10; warm++) await time(warm % 2 ? KNOWN : STRANGER);
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < PAIRS; pair++) {
      // Alternates the order, which must not matter.
      if (pair % 2 === 0) known.push(await time(KNOWN));
      unknown.push(await time(STRANGER));
      if (pair % 2 === 1) known.push(await time(KNOWN));
    }
    const difference = median(known) - median(unknown);
    const p = mannWhitney(known, unknown);
    console.log(
      `${name}: known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, p = ${p.toFixed(3)}`,
    );
    // Tolerates 5 ms, or 5 % on a slow machine.
    const most = Math.max(5, median(unknown) * 0.05);
    assert.ok(Math.abs(difference) < most && p > 0.01, `${name} reveals known addresses`);
  }
} finally {
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true });
}
