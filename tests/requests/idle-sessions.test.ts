import { beforeEach, expect, test } from "vitest";
import { forgetEndedAccess } from "#app/accounts/forget-access.server.ts";
import { openShop } from "../support/shop.ts";
import { createUpload } from "../support/tus.ts";

/* An administrator's session ends after twelve hours without use; a customer's lasts for thirty days. */
const shop = await openShop();
const { sql } = shop;
const admin = await shop.customer({ isAdmin: true });
const customer = await shop.customer();
const PAGE = "/admin/commandes?etat=a-livrer";
const DATA = "/admin/commandes.data?etat=a-livrer";

const usedBefore = (minutes: number) =>
  sql`UPDATE sessions SET updated_at = now() - make_interval(mins => ${minutes})`;
/** How many minutes ago the administrator's session was last used, as stored. */
async function idleMinutes(): Promise<number> {
  const [row] = await sql<{ minutes: number }[]>`
    SELECT round(extract(epoch FROM now() - updated_at) / 60)::int AS minutes FROM sessions WHERE user_id = ${admin.userId}`;
  return row!.minutes;
}
const reads = (referer?: string, path = DATA) =>
  admin.fetch(path, { headers: { ...(referer && { referer: admin.url + referer }) } });

beforeEach(() => usedBefore(700));

test("after twelve idle hours an administrator is a visitor everywhere, and a customer still signed in", async () => {
  await usedBefore(721);
  expect((await admin.get(PAGE)).headers.get("location")).toBe("/");
  expect((await admin.get("/admin/account")).headers.get("location")).toMatch(/^\/connexion/);
  expect((await admin.post("/admin/commandes", {})).headers.get("location")).toBe("/");
  expect((await createUpload(admin, { kind: "product", size: 100 })).status).toBe(401);
  expect(await idleMinutes()).toBe(721);
  expect((await customer.get("/admin/account")).status).toBe(200);
  expect((await customer.post("/admin/mes-adresses", {})).status).toBe(400);
  // The same browser signs in again.
  const form = { email: admin.email, password: "Mot-de-passe-1" };
  expect((await admin.post("/connexion", form)).status).toBe(302);
  expect((await admin.get(PAGE)).status).toBe(200);
  await forgetEndedAccess(shop.db);
  const left = await sql<{ user_id: string }[]>`SELECT user_id FROM sessions ORDER BY created_at`;
  expect(left.map((row) => row.user_id)).toEqual([customer.userId, admin.userId]);
});

test("a page, its data, a form and an upload are uses; they are written once in ten minutes", async () => {
  const uses = [
    () => admin.get(PAGE),
    () => reads("/admin/produits"),
    () => reads("/admin/commandes"),
    () => reads(),
    () => admin.post("/admin/commandes", {}),
    () => createUpload(admin, { kind: "product", size: 100 }),
  ];
  for (const use of uses) {
    await usedBefore(700);
    await (await use()).body?.cancel();
    expect(await idleMinutes()).toBe(0);
  }
  await usedBefore(9);
  await admin.get(PAGE);
  expect(await idleMinutes()).toBe(9);
});

test("what happens while nobody is there is no use: live updates of the open page, and its stream", async () => {
  await reads("/admin/commandes?etat=a-livrer");
  await reads("/admin/commandes?etat=a-livrer", `${DATA}&_routes=root%2Carea`);
  await reads("/", "/_.data");
  const stream = await admin.get("/live");
  await stream.body?.cancel();
  expect(await idleMinutes()).toBe(700);
  // A customer's session is never written.
  await customer.get("/admin/account");
  const written = await sql`SELECT FROM sessions WHERE updated_at > now() - interval '1 hour'`;
  expect(written).toHaveLength(0);
});
