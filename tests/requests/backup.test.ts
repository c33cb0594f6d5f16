import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { sendPasswordLink } from "#app/accounts/password.server.ts";
import { mailsWithoutJob, queueMail } from "#app/mail/outbox.server.ts";
import { removeFiles, removePictures } from "#app/media/pictures.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { addWaiter } from "#app/stock/waiters.server.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { migrate, migrationNames } from "#db/migrate.ts";
import { restoreBackup } from "../../server/backup/restore-backup.ts";
import { writeBackup } from "../../server/backup/write-backup.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { emptyDatabase, queryOnce } from "../support/empty-place.ts";
import { openShop } from "../support/shop.ts";

const folder = mkdtempSync(join(tmpdir(), "eclat-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const backup = at("eclat.backup");

const shop = await openShop();
const from = { url: shop.databaseUrl, storage: shop.storage };

/** All rows of all tables as sorted texts, without sessions, password links, rate limits and migrations. */
async function rowsOf(sql: Sql): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`;
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (/^(sessions|verifications|shop_links|limits|migrations)$/.test(name)) continue;
    const rows = await sql.unsafe(`SELECT t::text AS row FROM ${name} AS t`);
    all[name] = rows.map((row) => row["row"] as string).sort();
  }
  return all;
}

const hashesOf = (root: string) =>
  existsSync(root)
    ? readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((name) => statSync(join(root, name)).isFile())
        .sort()
        .map(
          (name) =>
            `${name} ${createHash("sha256")
              .update(readFileSync(join(root, name)))
              .digest("hex")}`,
        )
    : [];
const shopFiles = `${shop.config.dataDir}/files`;

test("a backup restores every row and every file into an empty shop", async () => {
  await fillDemo(shop);
  const customer = await shop.customer({ name: "Zoë\t« d’ici »\\ \n" });
  const id = await insertProduct(shop.db, { name: "huile « d’argan »\\n", price: 12 });
  await customer.post("/panier", orderForm([{ id, qty: 2 }], 2400));
  await shop.sql`UPDATE products SET description = ${"a\tb\\\n\u2028 fin\r"} WHERE id = ${id}`;

  const written = await writeBackup(from, backup);
  // A missing picture file does not stop the backup; the result names it.
  const [picture] = await shop.sql`SELECT path FROM product_pictures WHERE product_id = ${id}`;
  expect(written).toMatchObject({ kind: "written", missing: [picture!["path"]] });
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(existsSync(`${backup}.part`)).toBe(false);
  expect(await writeBackup(from, backup)).toEqual({ kind: "exists" });

  const place = await emptyDatabase({ isBare: true });
  expect(await restoreBackup(place, backup, { replace: false })).toMatchObject({
    kind: "restored",
    files: written.kind === "written" ? written.files : 0,
  });
  const before = await rowsOf(shop.sql);
  expect(await queryOnce(place.url, rowsOf)).toEqual(before);
  expect(before["orders"]!.length).toBeGreaterThan(5);
  expect(before["product_search"]!.length).toBeGreaterThan(5);
  expect(hashesOf(place.files)).toEqual(hashesOf(shopFiles));
  expect(hashesOf(place.files).length).toBeGreaterThan(20);
  await queryOnce(place.url, async (sql) => {
    // Sessions are not restored; triggers are active again.
    expect(await sql`SELECT 1 FROM sessions`).toEqual([]);
    await expect(sql`DELETE FROM invoices`).rejects.toThrow("never altered");
    expect(await sql`SELECT 1 FROM pg_trigger WHERE tgenabled <> 'O'`).toEqual([]);
    // No sequences: a backup does not contain their values, so numbers would repeat.
    expect(await sql`SELECT 1 FROM pg_sequences WHERE schemaname = 'public'`).toEqual([]);
  });
});

test("tar lists the decompressed backup's entries", () => {
  const listed = spawnSync(
    "sh",
    [
      "-c",
      `node -e 'process.stdin.pipe(require("zlib").createZstdDecompress()).pipe(process.stdout)' < ${backup} | tar -tf -`,
    ],
    { encoding: "utf8" },
  );
  expect(listed.stderr).toBe("");
  const names = listed.stdout.trimEnd().split("\n");
  expect(names[0]).toBe("manifest.json");
  expect(names.at(-1)).toBe("end.json");
  expect(names).toContain("tables/products/000001.copy");
});

test("a truncated, altered or foreign file is refused before anything is written", async () => {
  const whole = readFileSync(backup);
  const bad: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    other: randomBytes(5_000),
  };
  for (const share of [0.001, 0.1, 0.5, 0.9, 0.999]) {
    const place = Math.floor(whole.length * share);
    bad[`cut-${share}`] = whole.subarray(0, place);
    bad[`altered-${share}`] = Buffer.from(whole);
    bad[`altered-${share}`]![place]! ^= 0x10;
  }
  bad["cut-end"] = whole.subarray(0, -20);
  const place = await emptyDatabase({ isBare: true });
  for (const [name, content] of Object.entries(bad)) {
    writeFileSync(at(name), content);
    expect(await restoreBackup(place, at(name), { replace: true }), name).toMatchObject({
      kind: "damaged",
    });
  }
  expect(await restoreBackup(place, at("none"), { replace: true })).toEqual({ kind: "no-file" });
  expect(await queryOnce(place.url, rowsOf)).toEqual({});
  expect(hashesOf(place.files)).toEqual([]);
});

test("refused: a restore into a running or non-empty shop or another migration, and backups newer or before 0.1.0", async () => {
  expect(await restoreBackup(from, backup, { replace: true })).toEqual({ kind: "in-use" });

  const place = await emptyDatabase();
  await queryOnce(
    place.url,
    (sql) => sql`INSERT INTO messages (id, title, message) VALUES ('1', 'a', 'b')`,
  );
  const before = await queryOnce(place.url, rowsOf);
  expect(await restoreBackup(place, backup, { replace: false })).toEqual({
    kind: "not-empty",
    table: "messages",
  });
  expect(await queryOnce(place.url, rowsOf)).toEqual(before);

  const names = await migrationNames();
  const older = await emptyDatabase({ isBare: true });
  await queryOnce(older.url, (sql) => migrate(sql, { only: names.slice(0, -1) }));
  expect(await restoreBackup(older, backup, { replace: false })).toEqual({
    kind: "other-migration",
    database: names.at(-2),
    backup: names.at(-1),
  });
  await queryOnce(older.url, (sql) => sql`INSERT INTO migrations VALUES ('9999_future.sql')`);
  const future = at("future.backup");
  await writeBackup(older, future);
  expect(await restoreBackup(place, future, { replace: true })).toEqual({
    kind: "newer",
    migration: "9999_future.sql",
  });
  await queryOnce(older.url, (sql) => sql`INSERT INTO migrations VALUES ('0001_shop.sql')`);
  await writeBackup(older, at("old.backup"));
  expect(await restoreBackup(place, at("old.backup"), { replace: true })).toEqual({
    kind: "before-baseline",
  });
});

test("with `replace`, a restore replaces the shop's rows and removes its other files", async () => {
  const place = await emptyDatabase();
  const former = "images/ancienne/photo.jpg";
  await place.storage.write(former, Buffer.from("ancienne"));
  await queryOnce(place.url, async (sql) => {
    await sql`INSERT INTO pictures (path, width, height) VALUES (${former}, 1, 1)`;
    await sql`INSERT INTO messages (id, title, message) VALUES ('1', 'a', 'b')`;
  });
  expect(await restoreBackup(place, backup, { replace: true })).toMatchObject({ kind: "restored" });
  expect(hashesOf(place.files)).toEqual(hashesOf(shopFiles));
  expect(await queryOnce(place.url, (sql) => sql`SELECT 1 FROM messages WHERE id = '1'`)).toEqual(
    [],
  );
  expect(
    await queryOnce(place.url, (sql) => sql`SELECT 1 FROM pictures WHERE path = ${former}`),
  ).toEqual([]);
});

test("a restore that fails halfway leaves the previous rows and files, and none of its own", async () => {
  const place = await emptyDatabase();
  const kept = "images/ancienne/photo.jpg";
  await place.storage.write(kept, Buffer.from("ancienne"));
  await queryOnce(
    place.url,
    (sql) => sql`INSERT INTO pictures (path, width, height) VALUES (${kept}, 1, 1)`,
  );
  const [before, files] = [await queryOnce(place.url, rowsOf), hashesOf(place.files)];
  let room = 10;
  const full: typeof place.storage = {
    ...place.storage,
    async write(path, content) {
      if (room-- === 0) throw new Error("no space left on device");
      await place.storage.write(path, content);
    },
  };
  await expect(
    restoreBackup({ url: place.url, storage: full }, backup, { replace: true }),
  ).rejects.toThrow("no space left");
  expect(await queryOnce(place.url, rowsOf)).toEqual(before);
  expect(hashesOf(place.files)).toEqual(files);
});

test("a table larger than one part of the backup is restored completely", async () => {
  const place = await emptyDatabase();
  await queryOnce(
    place.url,
    (sql) => sql`
    INSERT INTO messages (id, title, message)
    SELECT 'm' || n, 'titre', repeat('long é' || chr(10) || n, 100) FROM generate_series(1, 3000) AS n`,
  );
  expect(await writeBackup(place, at("big.backup"))).toMatchObject({ rows: { messages: 3_000 } });
  const other = await emptyDatabase();
  expect(await restoreBackup(other, at("big.backup"), { replace: false })).toMatchObject({
    kind: "restored",
  });
  expect((await queryOnce(other.url, rowsOf))["messages"]).toEqual(
    (await queryOnce(place.url, rowsOf))["messages"],
  );
});

test("a product deleted during a backup is in the backup with its files; the files are removed after the backup", async () => {
  const id = await insertProduct(shop.db, { name: "savon d’alep", price: 8 });
  const [picture] = await shop.sql`SELECT path FROM product_pictures WHERE product_id = ${id}`;
  const path = picture!["path"] as string;
  await shop.storage.write(path, Buffer.from("une image"));
  let removal: Promise<unknown> | undefined;
  let atOnce = 0;
  let mostAtOnce = 0;
  const slow: typeof shop.storage = {
    ...shop.storage,
    async read(asked) {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      // The first file is read after the backup's snapshot was taken.
      removal ??= (async () => {
        await shop.sql`DELETE FROM products WHERE id = ${id}`;
        await shop.db.transaction((tx) => removePictures(tx, shop.jobs, [path]));
        expect(await writeBackupAtOnce()).toEqual({ kind: "busy" });
        return removeFiles(shop, [path]);
      })();
      await removal;
      return shop.storage.read(asked).finally(() => atOnce--);
    },
  };
  // By default, a second backup waits a minute before it returns « busy »; here 10 ms.
  const writeBackupAtOnce = () => writeBackup(from, at("second.backup"), { patience: "10ms" });
  await writeBackup({ ...from, storage: slow }, at("live.backup"));
  expect(await removal).toEqual({ kind: "postponed" });
  expect(mostAtOnce).toBe(8);
  const place = await emptyDatabase();
  expect(await restoreBackup(place, at("live.backup"), { replace: false })).toMatchObject({
    kind: "restored",
  });
  expect(
    await queryOnce(place.url, (sql) => sql`SELECT 1 FROM products WHERE id = ${id}`),
  ).toHaveLength(1);
  expect(readFileSync(join(place.files, path), "utf8")).toBe("une image");
  expect(await removeFiles(shop, [path])).toEqual({ kind: "removed" });
  expect(await shop.storage.open(path)).toBeNull();
});

test("a backup has no token that still works: unsent mails with links are left out", async () => {
  const customer = await shop.customer();
  const productId = await insertProduct(shop.db, { name: "savon", price: 9 });
  const profile = { name: "Claire", dateOfBirth: "", phone: "", email: `n-${customer.email}` };
  expect((await customer.post("/admin/parametre-compte", profile)).status).toBe(200);
  await sendPasswordLink(shop, { email: customer.email });
  await addWaiter(shop, { productId, email: "attend@exemple.fr", userId: null });
  const changed = { newAddress: "n…@exemple.fr", path: "/ce-n-est-pas-moi?lien=unJetonQuiAnnule" };
  const notice = { to: customer.email, template: "address-changed", props: changed } as const;
  await queueMail(shop.db, shop.jobs, { ...notice, key: "address-changed-a" });
  const unsent = await shop.sql<{ template: string; props: string }[]>`
    SELECT template, props::text AS props FROM mails WHERE sent_at IS NULL AND props::text LIKE '%lien=%'`;
  expect(unsent.map(({ template }) => template).sort()).toEqual([
    "address-changed",
    "confirm-address",
    "confirm-waiting",
    "password-link",
  ]);

  const file = at("tokens.backup");
  expect(await writeBackup(from, file)).toMatchObject({ kind: "written" });
  const content = zstdDecompressSync(readFileSync(file)).toString("latin1");
  for (const { props } of unsent) expect(content).not.toContain(/lien=([\w-]+)/.exec(props)![1]);
  const place = await emptyDatabase({ isBare: true });
  expect(await restoreBackup(place, file, { replace: false })).toMatchObject({ kind: "restored" });
  const mails = await queryOnce(
    place.url,
    (sql) => sql<{ template: string; props: object }[]>`
      SELECT template, props FROM mails WHERE recipient IN (${customer.email}, 'attend@exemple.fr')`,
  );
  // The notice of a changed address stays, and leads to /contact.
  expect(mails).toContainEqual({
    template: "address-changed",
    props: { newAddress: "n…@exemple.fr" },
  });
  expect(mails.map(({ template }) => template).sort()).toEqual([
    "address-change-asked",
    "address-changed",
    "welcome",
  ]);
});

test("mailsWithoutJob finds the queued mails without a job, as after a restore, but not those given up", async () => {
  for (const key of ["waits", "given-up"])
    await queueMail(shop.db, shop.jobs, {
      to: "a@exemple.fr",
      template: "welcome",
      props: {},
      key,
    });
  await shop.sql`UPDATE mails SET tries = 13 WHERE key = 'given-up'`;
  expect(await mailsWithoutJob(shop.db)).toEqual([]);
  await shop.sql`DELETE FROM jobs.job WHERE name = 'send-mail'`;
  const queued = (await mailsWithoutJob(shop.db)).map(({ key }) => key);
  expect(queued).toContain("waits");
  expect(queued).not.toContain("given-up");
});
