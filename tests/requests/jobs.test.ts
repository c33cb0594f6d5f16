import sharp from "sharp";
import { expect, test } from "vitest";
import { startJobs } from "../../server/jobs.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { sql, storage } = shop;
const add = (path: string) =>
  sql`INSERT INTO pictures (path, width, height) VALUES (${path}, 9, 9)`;
const send = (path: string) => shop.jobs.boss.send("make-renditions", { path });
const states = async () =>
  Object.fromEntries(
    (
      await sql<{ path: string; state: string }[]>`
        SELECT data->>'path' AS path, state FROM jobs.job WHERE name = 'make-renditions'`
    ).map(({ path, state }) => [path, state]),
  );

test("renditions: a removed picture's job completes without making any; a failing job does not fail the others of its batch", async () => {
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#a58" } })
    .jpeg()
    .toBuffer();
  await shop.jobs.start();
  // Nine removed pictures, one without its file and a good one: more than one batch.
  for (let index = 0; index < 9; index++) await send(`images/essai/parti-${index}.jpg`);
  await add("images/essai/sans-fichier.jpg");
  await send("images/essai/sans-fichier.jpg");
  await add("images/essai/photo.jpg");
  await storage.write("images/essai/photo.jpg", photo);
  await send("images/essai/photo.jpg");
  await startJobs(shop);
  await expect
    .poll(() => sql`SELECT path FROM pictures WHERE has_renditions`)
    .toEqual([{ path: "images/essai/photo.jpg" }]);
  await expect
    .poll(async () => Object.entries(await states()).filter(([, state]) => state !== "completed"))
    .toEqual([["images/essai/sans-fichier.jpg", "retry"]]);
  expect(shop.takeErrors().join()).toMatch(/"msg":"could not make renditions"/);
});

test("reductions end in a job of each minute", async () => {
  const id = await insertProduct(shop.db, { name: "huile", price: 20 });
  await sql.begin(async (tx) => {
    // The triggers refuse a reduction that is over.
    await tx`ALTER TABLE products DISABLE TRIGGER USER`;
    await tx`UPDATE products SET reduced_until = '2026-11-01', prior_price_cents = 2500 WHERE id = ${id}`;
    await tx`ALTER TABLE products ENABLE TRIGGER USER`;
  });
  expect([...(await sql`SELECT cron FROM jobs.schedule WHERE name = 'end-reductions'`)]).toEqual([
    { cron: "* * * * *" },
  ]);
  await shop.jobs.boss.send("end-reductions", {});
  await expect
    .poll(() => sql`SELECT reduced_until, prior_price_cents FROM products WHERE id = ${id}`)
    .toEqual([{ reduced_until: null, prior_price_cents: null }]);
});
