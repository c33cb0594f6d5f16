import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { recordLots } from "#app/safety/lots.server.ts";
import { orderLots, orders } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { lotFields, publishByForm, recordByForm, seenLots } from "../support/lots.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const customer = await shop.customer({ name: "Claire Aubry" });

const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
/** An order of three creams, to be paid on delivery. */
async function place(productId = cream): Promise<string> {
  const items = [{ id: productId, qty: 3 }];
  const form = orderForm(items, 10_200, { paymentMethod: "Paiement à la livraison" });
  const placed = await customer.post("/panier", form);
  return placed.headers.get("location")!.split("/").at(-1)!;
}
const lotsOf = async (id: string) =>
  (await db.select().from(orderLots).where(eq(orderLots.orderId, id)).orderBy(orderLots.lot)).map(
    ({ lot, bestBefore, quantity }) => ({ lot, bestBefore, quantity }),
  );
const post = (id: string, fields: Record<string, string>) => recordByForm(admin, id, fields);

describe("recording", () => {
  test("a line split over two lots is on the slip, the order, the data file, and found by its lot", async () => {
    const id = await place();
    const answer = await post(
      id,
      lotFields([
        { lot: "  l 42\t a ", date: "06/2031", quantity: "2" },
        { lot: "B7", date: "15/01/2032" },
      ]),
    );
    expect(answer.status).toBe(200);
    expect(textOf(await answer.text())).toContain("Les lots sont enregistrés.");
    expect(await lotsOf(id)).toEqual([
      { lot: "B7", bestBefore: "2032-01-15", quantity: 1 },
      { lot: "L 42 A", bestBefore: "2031-06", quantity: 2 },
    ]);
    for (const [reader, path] of [
      [admin, `/admin/commandes/${id}/bon-de-livraison`],
      [admin, `/admin/commandes?commande=${id}`],
      [customer, `/admin/my-orders/${id}`],
    ] as const) {
      const page = textOf(await reader.read(path));
      expect(page, path).toContain("2 × lot L 42 A, à utiliser avant fin juin 2031");
      expect(page, path).toContain("1 × lot B7, à utiliser avant le 15 janvier 2032");
    }
    const file = JSON.parse(await customer.read("/admin/parametre-compte/mes-donnees")) as {
      commandes: { id: string; articles: { lots: unknown }[] }[];
    };
    expect(file.commandes.find((one) => one.id === id)!.articles[0]!.lots).toEqual([
      { lot: "B7", durabilite: "2032-01-15", quantite: 1 },
      { lot: "L 42 A", durabilite: "2031-06", quantite: 2 },
    ]);
    for (const search of ["B7", "l 42 a"])
      expect(
        await admin.read(`/admin/commandes?${new URLSearchParams({ recherche: search })}`),
      ).toContain(id);
    const suggested = await admin.read(`/admin/commandes/${await place()}/lots`);
    expect(suggested).toMatch(/<option[^>]*>L 42 A<\/option>/);
  });

  test.for([
    ["a zero-width space", "L42\u200b"],
    ["a soft hyphen", "l\u00ad42"],
    ["a direction mark", "\u202eL42"],
    ["a word joiner", "L42\u2060"],
    ["a filler letter", "L\u316442"],
    ["full-width letters", "Ｌ４２"],
    ["spaces around", "\u2800 L42\u00a0"],
  ])("a lot with %s is the lot that it looks like, also for a recall", async ([, typed]) => {
    const product = await insertProduct(db, { name: "baume au lin", price: 34 });
    const id = await place(product);
    expect((await post(id, lotFields([{ lot: typed! }]))).status).toBe(200);
    expect(await lotsOf(id)).toEqual([{ lot: "L42", bestBefore: null, quantity: 3 }]);
    const recall = await publishByForm(admin, { produit: product, lot: `\ufeff${typed!}` });
    const [row] = await sql`SELECT order_id FROM recall_orders WHERE recall_id = ${recall}`;
    expect(row).toEqual({ order_id: id });
  });

  test("a lot without a visible character is none", async () => {
    const id = await place();
    await post(id, lotFields([{ lot: "A1" }]));
    expect((await post(id, lotFields([{ lot: "\u200b\u00ad \u2800" }]))).status).toBe(200);
    expect(await lotsOf(id)).toEqual([]);
  });

  test("corrections stay possible after delivery, and are in the history", async () => {
    const id = await place();
    await post(id, lotFields([{ lot: "FAUX" }]));
    await admin.post("/admin/commandes", { intent: "deliver", id });
    await post(id, lotFields([{ lot: "VRAI", date: "01/2020" }]));
    expect(await lotsOf(id)).toEqual([{ lot: "VRAI", bestBefore: "2020-01", quantity: 3 }]);
    const history = textOf(await admin.read("/admin/historique"));
    expect(history).toContain("Lots enregistrés");
    expect(history).toContain("3 × VRAI (01/2020)");
    await post(id, lotFields([{ lot: "" }]));
    expect(await lotsOf(id)).toEqual([]);
    expect(await admin.read("/admin/commandes?recherche=vrai")).not.toContain(id);
  });

  test("delivery needs no lot", async () => {
    const id = await place();
    await admin.post("/admin/commandes", { intent: "deliver", id });
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order!.isDelivered).toBe(true);
  });

  test("the same form sent twice is stored once; another administrator's change is not overwritten", async () => {
    const id = await place();
    const seen = await seenLots(admin, id);
    const path = `/admin/commandes/${id}/lots`;
    const form = { seen, ...lotFields([{ lot: "A1", quantity: "1" }]) };
    const answers = await Promise.all([admin.post(path, form), admin.post(path, form)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
      SELECT count(*)::integer AS count FROM audit_events WHERE act = 'lots-recorded' AND subject_id = ${id}`;
    expect(count).toBe(1);
    const other = await admin.post(path, { seen, ...lotFields([{ lot: "A2" }]) });
    expect(other.status).toBe(409);
    expect(textOf(await other.text())).toContain("Les lots ont changé entre-temps");
    expect(await lotsOf(id)).toEqual([{ lot: "A1", bestBefore: null, quantity: 1 }]);
  });
});

describe("bad input: a sentence, and nothing stored", () => {
  test.for([
    [[{ lot: "x".repeat(10_000) }], "40 caractères au plus."],
    [[{ lot: "A", date: "31/02/2031" }], "Un mois ou un jour"],
    [[{ lot: "A", date: "13/2031" }], "Un mois ou un jour"],
    [[{ lot: "A", date: "demain" }], "Un mois ou un jour"],
    [[{ lot: "A", date: "06/2020" }], "Cette date est passée"],
    [[{ lot: "A", date: "2020-06-01" }], "Cette date est passée"],
    [[{ lot: "", date: "06/2031" }], "Indiquez le lot de cette date."],
    [[{ lot: "A", quantity: "-1" }], "3 au plus"],
    [[{ lot: "A", quantity: "0" }], "3 au plus"],
    [[{ lot: "A", quantity: "1.5" }], "3 au plus"],
    [[{ lot: "A", quantity: "1e1" }], "3 au plus"],
    [[{ lot: "A", quantity: "4" }], "3 au plus"],
    [
      [
        { lot: "A", quantity: "3" },
        { lot: "B", quantity: "1" },
      ],
      "3 au plus",
    ],
    [
      [
        { lot: "A", quantity: "1" },
        { lot: "a", quantity: "1" },
      ],
      "Le lot A y est deux fois.",
    ],
  ] as const)("%j", async ([lots, sentence]) => {
    const id = await place();
    const answer = await post(id, lotFields(lots));
    expect([400, 409]).toContain(answer.status);
    expect(textOf(await answer.text())).toContain(sentence);
    expect(await lotsOf(id)).toEqual([]);
  });

  test("hostile text is only text", async () => {
    const id = await place();
    await post(id, lotFields([{ lot: "<img src=x onerror=1>" }]));
    const page = await customer.read(`/admin/my-orders/${id}`);
    expect(page).not.toContain("<IMG");
    expect(page).toContain("&lt;IMG SRC=X ONERROR=1&gt;");
  });

  test("forged orders, positions and people", async () => {
    const form = { seen: "", ...lotFields([{ lot: "A" }]) };
    expect(
      (await admin.post("/admin/commandes/01ARZ3NDEKTSV4RRFFQ69G5FAV/lots", form)).status,
    ).toBe(404);
    expect((await admin.post("/admin/commandes/x'--/lots", form)).status).toBe(404);
    const id = await place();
    // A line that the order doesn't have.
    await post(id, lotFields([{ lot: "A" }], 7));
    expect(await lotsOf(id)).toEqual([]);
    const forged = adminOf(customer);
    await expect(recordLots(shop, forged, { orderId: id, lots: [], seen: "" })).rejects.toThrow(
      "only an administrator",
    );
  });
});
