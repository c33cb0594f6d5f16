import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { archivedContracts, orders } from "#db/schema/index.ts";
import { forgetOldData } from "../../server/retention.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const PASSWORD = "Mot-de-passe-1";

const contractOf = async (orderId: string) =>
  (await db.select().from(archivedContracts).where(eq(archivedContracts.orderId, orderId)))[0];

/** A delivered and paid order of an account that is then deleted. */
async function orderOfDeletedAccount(price: number): Promise<string> {
  const customer = await shop.customer();
  const { orderId } = await payOrder(shop, customer, { price });
  await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
  await customer.post("/admin/parametre-compte/supprimer", { password: PASSWORD });
  return orderId;
}

test("a contract of 120 € survives its account apart, for ten years from the delivery; one of 119 € does not", async () => {
  const orderId = await orderOfDeletedAccount(120);
  const kept = await contractOf(orderId);
  expect(kept!.contract).toMatchObject({
    number: orderId.slice(10),
    customer: "Claire Aubry",
    address: "14 rue des Lilas, 69003 Lyon",
    phone: "06 12 34 56 78",
    totalCents: 12_000,
    lines: [{ name: "crème", quantity: 1, unitPriceCents: 12_000 }],
  });
  const [year, ...day] = kept!.contract.deliveredOn!.split("-");
  expect(kept!.keepUntil).toBe([Number(year) + 10, ...day].join("-"));
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  expect(order!.customerName).toBe("Client supprimé");
  expect(await contractOf(await orderOfDeletedAccount(119))).toBeUndefined();
});

test("an order that was never paid or delivered is cancelled, and is no contract to keep", async () => {
  const customer = await shop.customer();
  const orderId = await placeOrder(shop, customer, { price: 200 });
  await customer.post("/admin/parametre-compte/supprimer", { password: PASSWORD });
  expect(await contractOf(orderId)).toBeUndefined();
});

test("an administrator reads one contract, and the history shows it", async () => {
  const orderId = await orderOfDeletedAccount(150);
  const file = await admin.get(`/admin/commandes/${orderId}/contrat`);
  expect(file.headers.get("content-disposition")).toContain(`contrat-${orderId.slice(10)}.txt`);
  expect(file.headers.get("cache-control")).toBe("private, no-store");
  const text = await file.text();
  for (const part of [
    "Claire Aubry",
    "14 rue des Lilas",
    "1 × Crème, 150\u00a0€",
    "/condition-generale-de-vente/",
  ])
    expect(text).toContain(part);
  const history = textOf(await admin.read("/admin/historique"));
  expect(history).toContain("Contrat archivé consulté");
  expect(await admin.read(`/admin/commandes?commande=${orderId}`)).toContain(
    `/admin/commandes/${orderId}/contrat`,
  );
  const stranger = await shop.customer();
  const refused = await stranger.get(`/admin/commandes/${orderId}/contrat`);
  expect(await refused.text()).not.toContain("Claire Aubry");
  for (const id of ["rien", "%00", "x".repeat(26)])
    expect((await admin.get(`/admin/commandes/${id}/contrat`)).status, id).toBe(404);
});

test("the database keeps it unaltered until its end; then the daily job removes it", async () => {
  const orderId = await orderOfDeletedAccount(180);
  await expect(sql`UPDATE archived_contracts SET keep_until = '2020-01-01'`).rejects.toThrow(
    "neither altered nor removed",
  );
  await expect(sql`DELETE FROM archived_contracts WHERE order_id = ${orderId}`).rejects.toThrow(
    "neither altered nor removed",
  );
  await forgetOldData(shop);
  expect(await contractOf(orderId)).toBeDefined();
  await sql`ALTER TABLE archived_contracts DISABLE TRIGGER archived_contracts_unaltered`;
  await sql`UPDATE archived_contracts SET keep_until = (now() AT TIME ZONE 'Europe/Paris')::date - 1 WHERE order_id = ${orderId}`;
  await sql`ALTER TABLE archived_contracts ENABLE TRIGGER archived_contracts_unaltered`;
  await forgetOldData(shop);
  expect(await contractOf(orderId)).toBeUndefined();
});
