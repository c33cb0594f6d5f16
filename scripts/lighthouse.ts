import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl } from "../server/postgres.ts";

/**
 * npm run lighthouse [-- runs path…]: the production build on the demo catalogue, under Lighthouse's mobile
 * emulation; the median of 5 runs of each page.
 */
const [runsText, ...chosen] = process.argv.slice(2);
const runs = Number(runsText ?? 5);
const port = 3913;
const url = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), "eclat-lighthouse-"));
const shop = spawn("node", ["build/server/main.js"], {
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, PORT: String(port), BASE_URL: url, DATA_DIR: folder, LOG_LEVEL: "error" },
});
const chromium = spawn(
  process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=9377",
    `--user-data-dir=${folder}/chromium`,
  ],
  { stdio: "ignore" },
);
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

try {
  for (;;) {
    if (
      await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    await sleep(200);
  }
  // A shop that has been open for a minute has its pictures' renditions, and its jobs are at rest.
  const { sql } = connect(runningUrl(folder)!, { max: 1 });
  while ((await sql`SELECT 1 FROM pictures WHERE NOT has_renditions LIMIT 1`).length > 0)
    await sleep(500);
  await sql.end();
  const product = /\/produit\/\w+/.exec(await (await fetch(`${url}/boutique`)).text())?.[0];
  const paths = chosen.length > 0 ? chosen : ["/", "/boutique", product!];
  const { default: lighthouse } = await import("lighthouse");
  console.log(
    "page | performance | accessibility | best practices | SEO | LCP ms | CLS | TBT ms | requests | KB",
  );
  for (const path of paths) {
    const seen: number[][] = [];
    for (let run = 0; run < runs; run++) {
      const result = await lighthouse(`${url}${path}`, {
        port: 9377,
        logLevel: "error",
        output: "json",
      });
      const { categories, audits } = result!.lhr;
      const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
      const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
      const requests =
        (audits["network-requests"]?.details as { items?: { transferSize?: number }[] } | undefined)
          ?.items ?? [];
      seen.push([
        score("performance"),
        score("accessibility"),
        score("best-practices"),
        score("seo"),
        Math.round(figure("largest-contentful-paint")),
        Math.round(figure("cumulative-layout-shift") * 1_000) / 1_000,
        Math.round(figure("total-blocking-time")),
        requests.length,
        Math.round(requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_024),
      ]);
      if (run === 0) {
        for (const { id, score: points, title, details } of Object.values(audits)) {
          if (points === null || points >= 0.9) continue;
          const relevant = Object.entries(categories).filter(
            ([name, { auditRefs }]) =>
              name !== "performance" && auditRefs.some((ref) => ref.id === id && ref.weight > 0),
          );
          if (relevant.length > 0)
            console.log(
              `  ${path} ${id}: ${title}`,
              JSON.stringify((details as { items?: unknown[] })?.items?.[0] ?? "").slice(0, 400),
            );
        }
      }
    }
    console.log(
      [path, ...seen[0]!.map((_, column) => median(seen.map((row) => row[column]!)))].join(" | "),
    );
  }
} finally {
  chromium.kill();
  shop.kill("SIGTERM");
  await new Promise((resolve) => shop.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}
