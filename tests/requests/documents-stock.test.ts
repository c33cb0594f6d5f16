import { expect, test } from "vitest";
import { exportDocuments } from "#app/documents/export.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { hashesOf, openDocumentsFolder } from "../support/documents.ts";
import { openShop } from "../support/shop.ts";
import { STOCK_INVARIANTS } from "../support/stock-invariants.ts";
import { countProduct, holdsOf, stockOf } from "../support/stock.ts";

/* Stock, parcels and returns are no documents (decisions 70 and 72): they stay with the shop that has the shelf. */
const { at, options } = openDocumentsFolder();
const first = await openShop();
const second = await openShop();
const customer = await first.customer();
const admin = await first.customer({ isAdmin: true });
const product = await insertProduct(first.db, { name: "crème au lin", price: 34 });
// Its picture has no file.
await first.sql`DELETE FROM product_pictures`;
await countProduct(first.sql, product, 20);

const CASH = { paymentMethod: "Paiement à la livraison" };
async function order(qty: number): Promise<string> {
  const form = orderForm([{ id: product, qty }], qty * 3_400, CASH);
  const placed = await customer.post("/panier", form);
  return placed.headers.get("location")!.split("/").at(-1)!;
}
const deliver = (id: string) => admin.post("/admin/commandes", { intent: "deliver", id });
/** A delivered order of two pieces, sent as a parcel, of which one came back and is refunded. */
async function returned(): Promise<string> {
  const id = await order(2);
  await first.sql`INSERT INTO parcels (id, order_id, carrier) VALUES (${id}, ${id}, 'Colissimo')`;
  await first.sql`INSERT INTO parcel_lines VALUES (${id}, ${id}, 0, 2)`;
  await deliver(id);
  await admin.post(`/admin/commandes/${id}/retour`, { id, "expected-0": "1" });
  await admin.post(`/admin/retours/${id}`, { intent: "receive", "shelved-0": "1" });
  await admin.post(`/admin/commandes/${id}/remboursement`, {
    intent: "lines",
    return: id,
    "quantity-0": "1",
    reason: "Retour",
    seen: "0",
    confirmed: "1",
  });
  return id;
}

test("a shop with stock, parcels and returns comes out of another one byte for byte, uncounted", async () => {
  await returned();
  await order(3);
  expect(await first.sql`SELECT FROM refunds WHERE return_id IS NOT NULL`).toHaveLength(1);
  await exportDocuments(first.db, first.storage, at("first"));
  const folder = at("first");
  const imported = await importDocuments(second.db, second.jobs, second.storage, {
    ...options,
    folder,
  });
  expect(imported).toMatchObject({ kind: "imported", remarks: { refused: 0 } });
  await exportDocuments(second.db, second.storage, at("second"));
  expect(hashesOf(at("second"))).toEqual(hashesOf(at("first")));
  expect(await stockOf(second.db, product)).toMatchObject({ isCounted: false, onHand: 0, held: 0 });
  expect(await second.sql`SELECT FROM stock_moves`).toHaveLength(0);
});

test("added to a shop that counts the product: delivered orders take nothing, open ones hold or lack their pieces", async () => {
  await countProduct(second.sql, product, 4);
  expect(await stockOf(second.db, product)).toMatchObject({ onHand: 4, held: 3 });
  const delivered = await returned();
  const open = await order(2);
  await exportDocuments(first.db, first.storage, at("more"));
  const outcome = await importDocuments(second.db, second.jobs, second.storage, {
    ...options,
    merge: true,
    folder: at("more"),
  });
  expect(outcome).toMatchObject({ kind: "imported", remarks: { refused: 0 } });
  expect(await stockOf(second.db, product)).toMatchObject({ onHand: 4, held: 4 });
  expect(await holdsOf(second.db, open)).toEqual([{ held: 1, missing: 1, gone: 0 }]);
  expect(await holdsOf(second.db, delivered)).toEqual([]);
  for (const { sql } of [first, second])
    for (const [name, query] of Object.entries(STOCK_INVARIANTS))
      expect(await sql.unsafe(query), name).toHaveLength(0);
});
