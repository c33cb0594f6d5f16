import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { MIGRATIONS, migrationNames } from "#db/migrate.ts";
import { restoreBackup } from "../../server/backup/restore-backup.ts";
import { Browser } from "../support/browser.ts";
import { emptyDatabase, queryOnce } from "../support/empty-place.ts";
import { PIECES_INVARIANTS } from "../support/pieces-invariants.ts";
import { startShop, stopShop } from "../support/production-shop.ts";

/* Restores a backup of each released version, made by tests/support/make-backup-fixture.ts (docs/migrations.md). */
const FIXTURES = "tests/fixtures";
const PORT = 15_000 + (process.pid % 1_000);
const backups = readdirSync(FIXTURES).filter((name) => name.endsWith(".backup"));
const namesIn = (url: string) =>
  queryOnce(url, (sql) => sql<{ name: string }[]>`SELECT name FROM migrations ORDER BY name`).then(
    (rows) => rows.map(({ name }) => name),
  );

test("the fixtures include a backup of each release", () => {
  expect(backups).toEqual(
    expect.arrayContaining(
      ["0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.5.1", "0.5.2", "0.6.0"].map(
        (v) => `${v}.backup`,
      ),
    ),
  );
});

test.each(backups)(
  "%s is restored and migrated to this version, and the shop works",
  async (name) => {
    const place = await emptyDatabase({ isBare: true });
    const restored = await restoreBackup(place, join(FIXTURES, name), { replace: false });
    expect(restored).toMatchObject({
      kind: "restored",
      rows: { orders: 4, invoices: 3, users: 2 },
    });
    expect(await namesIn(place.url)).toEqual(await migrationNames());

    // What versions before the journal of payments settled is in it, marked.
    const origin = ["0.1.0.backup", "0.2.0.backup"].includes(name) ? "migration" : "shop";
    const journal = await queryOnce(
      place.url,
      (sql) => sql`SELECT kind, origin, document FROM fiscal_entries ORDER BY sequence`,
    );
    expect(journal).toEqual([
      { kind: "online", origin, document: expect.stringMatching(/^F-/) },
      { kind: "refund", origin, document: expect.stringMatching(/^A-/) },
      { kind: "cash", origin, document: expect.stringMatching(/^F-/) },
    ]);

    for (const [rule, broken] of Object.entries(PIECES_INVARIANTS))
      expect(await queryOnce(place.url, (sql) => sql.unsafe(broken)), rule).toEqual([]);

    const { shop, url } = await startShop({
      port: PORT,
      folder: place.dataDir,
      env: { DATABASE_URL: place.url, SESSION_SECRET: "x".repeat(64), DEMO: "0" },
    });
    onTestFinished(() => stopShop(shop));
    const visitor = new Browser(url);
    expect(await visitor.read("/boutique")).toContain("Crème au lin");
    expect(await visitor.read("/recherche?keyword=creme")).toContain("Crème au lin");
    const [found] = await queryOnce(
      place.url,
      (sql) => sql`
    SELECT products.id, (SELECT min(number) FROM invoices) AS invoice FROM products WHERE name = 'crème au lin'`,
    );
    const page = await visitor.read(`/produit/${found!["id"]}`);
    expect(page).toContain("Texture qui fond.");
    const [, picture] = /src="(\/media\/[^"]+)"/.exec(page)!;
    expect((await visitor.get(picture!)).headers.get("content-type")).toMatch(/^image\//);

    const claire = await signIn(url, "claire@exemple.fr");
    expect(await claire.read("/admin/my-orders")).toContain("Crème au lin");
    const admin = await signIn(url, "admin@exemple.fr");
    expect(await admin.read("/admin/historique")).toContain("Nora Lefèvre");
    expect(await admin.read("/admin/notifications")).toContain("Livrez-vous en Corse ?");
    const pdf = await admin.get(`/factures/${found!["invoice"]}`);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
  },
);

test.each(backups)("%s is restored at its own migration, then migrated further", async (name) => {
  const migrations = mkdtempSync(join(tmpdir(), "eclat-migrations-"));
  onTestFinished(() => rmSync(migrations, { recursive: true }));
  cpSync(fileURLToPath(MIGRATIONS), migrations, { recursive: true });
  // A table filled from the restored rows, and a column that the backup doesn't contain.
  const later = {
    "9000_gifts.sql": `CREATE TABLE gifts (order_id text PRIMARY KEY REFERENCES orders);
      INSERT INTO gifts SELECT id FROM orders;
      ALTER TABLE orders ADD COLUMN wrapping text NOT NULL DEFAULT 'kraft'`,
    "9001_gifts_indexed.sql": `-- outside a transaction
CREATE INDEX CONCURRENTLY orders_wrapping ON orders (wrapping);`,
  };
  for (const [file, text] of Object.entries(later)) writeFileSync(join(migrations, file), text);
  const folder = pathToFileURL(`${migrations}/`);
  const place = await emptyDatabase({ isBare: true });
  expect(
    await restoreBackup(place, join(FIXTURES, name), { replace: false, folder }),
  ).toMatchObject({ kind: "restored" });
  expect(await namesIn(place.url)).toEqual(await migrationNames(folder));
  const orders = await queryOnce(
    place.url,
    (sql) => sql`SELECT wrapping FROM orders JOIN gifts ON order_id = orders.id`,
  );
  expect(orders).toEqual(Array.from({ length: 4 }, () => ({ wrapping: "kraft" })));
});

async function signIn(url: string, email: string): Promise<Browser> {
  const browser = new Browser(url);
  const answer = await browser.post("/connexion", { email, password: "Mot-de-passe-1" });
  expect(answer.status).toBe(302);
  return browser;
}
