import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl } from "../../server/postgres.ts";
import { Browser } from "../../tests/support/browser.ts";
import { fillDemoFolder } from "../../tests/support/demo-folder.ts";

/** A new temporary data folder; the caller removes it. */
export const newDataFolder = () => mkdtempSync(join(tmpdir(), "eclat-bench-"));

/** The data folder of a demo shop, with its renditions if bench.ts has made them; the caller removes it. */
export function newDemoFolder(): string {
  const folder = newDataFolder();
  fillDemoFolder(folder);
  return folder;
}

/** Waits until the jobs of a new shop have made all picture renditions, because they occupy a core. */
export async function waitForRenditions(databaseUrl: string): Promise<void> {
  const { sql } = connect(databaseUrl, { max: 1 });
  while ((await sql`SELECT 1 FROM pictures WHERE NOT has_renditions LIMIT 1`).length > 0)
    await sleep(500);
  await sql.end();
}

/** Paths of the measured pages by name. Reads a product's id from the embedded database in `folder`. */
export async function measuredPages(folder: string): Promise<Record<string, string>> {
  const { sql } = connect(runningUrl(folder)!, { max: 1 });
  const [product] = await sql<{ id: string }[]>`
    SELECT id FROM products ORDER BY rating_count DESC, id LIMIT 1`;
  await sql.end();
  return {
    home: "/",
    shop: "/boutique",
    product: `/produit/${product!.id}`,
    search: "/recherche/?keyword=creme",
  };
}

/** A client signed in as the demo customer. */
export async function demoCustomer(url: string): Promise<Browser> {
  const customer = new Browser(url);
  const answer = await customer.post("/connexion", {
    email: "cliente@eclat.example",
    password: "Cliente-Eclat-2026",
    mode: "connexion",
  });
  if (answer.status !== 302) throw new Error(`the sign-in responded ${answer.status}`);
  return customer;
}
