import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import { auditEvents, products, stockMoves } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { payOrder } from "../support/paying.ts";
import { confirmAddresses, countProduct, holdsOf, stockOf } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

const { shop, customer, admin } = await openMoneyShop();
const { db } = shop;
await confirmAddresses(shop.sql);
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

const CASH = { paymentMethod: "Paiement à la livraison" };
const KEY = () => ulid();

async function counted(onHand: number, { name = "crème au lin", level = 0 } = {}) {
  const id = await insertProduct(db, { name, price: 34 });
  await countProduct(shop.sql, id, onHand, level);
  return id;
}

/** Places an order paid on delivery. */
async function order(id: string, qty: number): Promise<string> {
  const answer = await customer.post("/panier", orderForm([{ id, qty }], qty * 3400, CASH));
  return answer.headers.get("location")!.split("/").at(-1)!;
}

/** Posts a form of the product's stock page; returns the status and the visible text with plain spaces. */
async function post(id: string, form: Record<string, string>) {
  const answer = await admin.post(`/admin/stock/${id}`, form);
  const html = await answer.text();
  return { status: answer.status, html, text: textOf(html).replaceAll(/[\u00a0\u202f]/g, " ") };
}

const movesOf = (id: string) =>
  db.select().from(stockMoves).where(eq(stockMoves.productId, id)).orderBy(stockMoves.number);

describe("movements", () => {
  test("an entry, a loss and an inventory move the shelf, with their actor", async () => {
    const id = await counted(10);
    const entry = { intent: "entry", key: KEY(), pieces: "+12", note: "Livraison" };
    expect((await post(id, entry)).text).toContain("L’entrée est enregistrée : 22 en rayon.");
    await post(id, { intent: "loss", key: KEY(), pieces: "-3", note: "Casse" });
    const count = { intent: "count", key: KEY(), pieces: "8", seen: "19" };
    const { text } = await post(id, count);
    expect(text).toContain("Inventaire : 8 comptés");
    expect(text).toContain("−11");
    expect(await stockOf(db, id)).toMatchObject({ onHand: 8 });
    const moves = await movesOf(id);
    expect(moves.map(({ reason, change, onHand }) => [reason, change, onHand])).toEqual([
      ["start", 10, 10],
      ["entry", 12, 22],
      ["loss", -3, 19],
      ["count", -11, 8],
    ]);
    expect(moves.slice(1).every(({ actorId }) => actorId === admin.userId)).toBe(true);
    expect(text).toContain("Claire Aubry");
  });

  test("counting begins, ends and is ended by the product's deletion with its actor", async () => {
    const id = await insertProduct(db, { name: "baume compté", price: 34 });
    await post(id, { intent: "start", key: KEY(), pieces: "3" });
    await post(id, { intent: "stop", confirmed: "1" });
    await post(id, { intent: "start", key: KEY(), pieces: "2" });
    await admin.post("/admin/produits", { intent: "delete", id, confirmed: "1" });
    const moves = await movesOf(id);
    expect(moves.map(({ reason, change, actorId }) => [reason, change, actorId])).toEqual([
      ["start", 3, admin.userId],
      ["stop", -3, admin.userId],
      ["start", 2, admin.userId],
      ["stop", -2, admin.userId],
    ]);
  });

  test("movements of version 0.5, which names the actor in a setting, keep it", async () => {
    const id = await insertProduct(db, { name: "baume d’avant", price: 34 });
    await shop.sql.begin(async (tx) => {
      await tx`SELECT set_config('eclat.actor', ${admin.userId}, true)`;
      await tx`SELECT start_counting(${id}, 3, '')`;
      await tx`SELECT move_stock(${id}, 'entry', 1, '', NULL, ${KEY()})`;
      await tx`SELECT stop_counting(${id}, '')`;
    });
    const moves = await movesOf(id);
    expect(moves.map(({ change, actorId }) => [change, actorId])).toEqual(
      [3, 1, -4].map((change) => [change, admin.userId]),
    );
  });

  test("a submission sent again, also at once, moves once; its key with other values is refused", async () => {
    const id = await counted(10);
    const form = { intent: "entry", key: KEY(), pieces: "5", note: "" };
    const answers = await Promise.all([1, 2, 3].map(() => post(id, form)));
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain("15 en rayon");
    }
    const other = await post(id, { ...form, pieces: "6" });
    expect(other.status).toBe(409);
    expect(other.text).toContain("Ce formulaire a déjà enregistré un mouvement (Entrée, +5).");
    expect(await stockOf(db, id)).toMatchObject({ onHand: 15 });
  });

  test.each([
    ["", "Indiquez un nombre de pièces."],
    ["   ", "Indiquez un nombre de pièces."],
    ["1,5", "Écrivez un nombre entier"],
    ["1.5", "Écrivez un nombre entier"],
    ["-3", "Écrivez un nombre entier"],
    ["1e3", "Écrivez un nombre entier"],
    ["1 000", "Écrivez un nombre entier"],
    ["1.000", "« 1.000 » se lit 1 ou 1 000"],
    ["1000001", "1 000 000 de pièces au plus."],
    ["99999999999999999999", "1 000 000 de pièces au plus."],
    ["<script>alert(1)</script>", "Écrivez un nombre entier"],
    ["0", "Au moins une pièce."],
  ])("« %s » pieces are refused beside the field, and stay typed", async (pieces, reason) => {
    const id = await counted(10);
    const { status, text, html } = await post(id, {
      intent: "entry",
      key: KEY(),
      pieces,
      note: "",
    });
    expect(status).toBe(400);
    expect(text).toContain(reason);
    expect(html).not.toContain("<script>alert");
    expect(html).toMatch(/id="entry-pieces-error"/);
    if (/^[\w,.-]+$/.test(pieces)) expect(html).toContain(`value="${pieces}"`);
    expect(await movesOf(id)).toHaveLength(1);
  });

  test("a loss of more than there is, one without a reason, and too many pieces are refused", async () => {
    const id = await counted(2);
    const loss = await post(id, { intent: "loss", key: KEY(), pieces: "3", note: "Vol" });
    expect(loss.status).toBe(409);
    expect(loss.text).toContain("Il n’y a que 2 en rayon.");
    const mute = await post(id, { intent: "loss", key: KEY(), pieces: "1", note: " " });
    expect(mute.text).toContain("Dites pourquoi");
    const many = await post(id, { intent: "entry", key: KEY(), pieces: "999999", note: "" });
    expect(many.text).toContain("Il y aurait plus de 1 000 000 de pièces en rayon.");
    expect(await movesOf(id)).toHaveLength(1);
  });

  test("forms without their hidden fields are refused", async () => {
    const id = await counted(2);
    for (const form of [
      { intent: "entry", pieces: "1" },
      { intent: "count", key: KEY(), pieces: "1" },
      { intent: "count", key: KEY(), pieces: "1", seen: "x" },
      { intent: "autre", key: KEY() },
    ])
      expect((await post(id, form as Record<string, string>)).status).toBe(400);
    expect(await movesOf(id)).toHaveLength(1);
  });

  test("a deleted product, an odd id, and customers get nothing", async () => {
    const id = await counted(2);
    const form = { intent: "entry", key: KEY(), pieces: "1", note: "" };
    expect((await customer.post(`/admin/stock/${id}`, form)).headers.get("location")).toBe("/");
    expect((await customer.get("/admin/stock")).headers.get("location")).toBe("/");
    expect(await stockOf(db, id)).toMatchObject({ onHand: 2 });
    await db.delete(products).where(eq(products.id, id));
    expect((await post(id, form)).status).toBe(404);
    expect((await admin.get("/admin/stock/%00")).status).toBe(404);
    shop.takeErrors();
  });
});

describe("inventories", () => {
  test("one that saw another figure writes nothing, keeps what was typed, and can be sent again", async () => {
    const id = await counted(10);
    await post(id, { intent: "loss", key: KEY(), pieces: "1", note: "Casse" });
    const form = { intent: "count", key: KEY(), pieces: "7", seen: "10", note: "Rayon B" };
    const { status, text, html } = await post(id, form);
    expect(status).toBe(409);
    expect(text).toContain("Le stock a bougé pendant le comptage (10 → 9).");
    expect(html).toContain('value="Rayon B"');
    expect(html).toContain('name="seen" value="9"');
    expect(await stockOf(db, id)).toMatchObject({ onHand: 9 });
    await post(id, { ...form, seen: "9" });
    expect(await stockOf(db, id)).toMatchObject({ onHand: 7 });
  });

  test("two at once: one is written, the other learns that the stock moved", async () => {
    const id = await counted(10);
    const answers = await Promise.all(
      ["8", "9"].map((pieces) => post(id, { intent: "count", key: KEY(), pieces, seen: "10" })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { onHand } = await stockOf(db, id);
    expect(answers.find(({ status }) => status === 409)!.text).toContain(
      `Le stock a bougé pendant le comptage (10 → ${onHand}).`,
    );
  });

  test("below what is held: the newest orders lack pieces, and are listed", async () => {
    const id = await counted(3);
    const [oldest, newest] = [await order(id, 1), await order(id, 2)];
    const form = { intent: "count", key: KEY(), pieces: "2", seen: "3" };
    const { text, html } = await post(id, form);
    expect(text).toContain("1 commande à qui il manque des pièces");
    expect(html).toContain(`/admin/commandes?commande=${newest}`);
    expect(await holdsOf(db, oldest)).toEqual([{ held: 1, missing: 0, gone: 0 }]);
    expect(await holdsOf(db, newest)).toEqual([{ held: 1, missing: 1, gone: 0 }]);
    const list = await admin.read("/admin/commandes");
    expect(textOf(list)).toContain("1 avec des pièces manquantes");
    const lacking = await admin.read("/admin/commandes?recherche=pi%C3%A8ces+manquantes");
    expect(lacking).toContain(newest);
    expect(lacking).not.toContain(oldest);
    // Sent again, the same answer.
    expect((await post(id, form)).text).toContain("1 commande à qui il manque des pièces");
    await post(id, { intent: "entry", key: KEY(), pieces: "1", note: "" });
    expect(await holdsOf(db, newest)).toEqual([{ held: 2, missing: 0, gone: 0 }]);
    expect(await admin.read("/admin/commandes")).not.toContain("avec des pièces manquantes");
  });
});

describe("counting", () => {
  test("begins with open orders: the oldest hold, the rest is missing; ends without holds", async () => {
    const id = await insertProduct(db, { name: "baume", price: 34 });
    const [oldest, newest] = [await order(id, 2), await order(id, 2)];
    const form = { intent: "start", key: KEY(), pieces: "3" };
    const { text, html } = await post(id, form);
    expect(text).toContain("Le produit est compté : 3 en rayon.");
    expect(html).toContain(`/admin/commandes?commande=${newest}`);
    expect(await holdsOf(db, oldest)).toEqual([{ held: 2, missing: 0, gone: 0 }]);
    expect(await holdsOf(db, newest)).toEqual([{ held: 1, missing: 1, gone: 0 }]);
    expect((await post(id, form)).text).toContain("Le produit est compté : 3 en rayon.");
    const again = await post(id, { ...form, key: KEY() });
    expect(again.text).toContain("Ce produit est déjà compté");
    expect(await movesOf(id)).toHaveLength(1);

    const asked = await post(id, { intent: "stop" });
    expect(asked.text).toContain("Ne plus compter ce produit ?");
    expect(await stockOf(db, id)).toMatchObject({ isCounted: true });
    for (let time = 0; time < 2; time++) {
      const stopped = await post(id, { intent: "stop", confirmed: "1" });
      expect(stopped.text).toContain("Le produit n’est plus compté");
    }
    expect(await stockOf(db, id)).toMatchObject({ isCounted: false, held: 0, onHand: 0 });
    expect(await holdsOf(db, newest)).toEqual([{ held: 0, missing: 0, gone: 0 }]);
    const late = await post(id, { intent: "entry", key: KEY(), pieces: "1", note: "" });
    expect(late.text).toContain("Ce produit n’est plus compté.");
    const acts = await db
      .select({ act: auditEvents.act })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, id))
      .orderBy(auditEvents.id);
    expect(acts.map(({ act }) => act)).toEqual(["stock-counted", "stock-uncounted"]);
  });

  test("a new alert level is recorded, and tells nothing", async () => {
    const id = await counted(3);
    await post(id, { intent: "level", level: "5" });
    await post(id, { intent: "level", level: "5" });
    expect(await stockOf(db, id)).toMatchObject({ alertLevel: 5, state: "low", isAlerted: false });
    const [act, ...others] = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, id));
    expect(act).toMatchObject({
      act: "stock-level-changed",
      changes: [{ field: "Seuil d’alerte", before: "0", after: "5" }],
    });
    expect(others).toEqual([]);
    expect((await post(id, { intent: "level", level: "1,5" })).text).toContain("nombre entier");
  });
});

describe("the list", () => {
  test("filters by state, finds by word and code, and shows the figures", async () => {
    const low = await counted(4, { name: "sérum zénith", level: 5 });
    const none = await counted(0, { name: "sérum zébulon" });
    const free = await insertProduct(db, { name: "sérum zeste", price: 34 });
    await shop.sql`UPDATE products SET reference = 'ZEN-1', ean = '3600000000019' WHERE id = ${low}`;
    await order(low, 1);
    const read = async (query: string) => textOf(await admin.read(`/admin/stock?${query}`));
    const all = await read("recherche=sérum z");
    for (const name of ["Sérum zénith", "Sérum zébulon", "Sérum zeste"])
      expect(all).toContain(name);
    // Newest first.
    expect(all.indexOf("Sérum zeste")).toBeLessThan(all.indexOf("Sérum zénith"));
    const toOrder = await read("recherche=sérum&etat=bas");
    expect(toOrder).toContain("Sérum zénith");
    expect(toOrder).toContain("Sérum zébulon");
    expect(toOrder).not.toContain("Sérum zeste");
    expect(await read("recherche=sérum&etat=epuises")).not.toContain("Sérum zénith");
    expect(await read("recherche=sérum&etat=non-comptes")).toContain("Sérum zeste");
    expect(await read("recherche=ZEN-1")).toContain("Sérum zénith");
    expect(await read("recherche=ZEN-1&etat=epuises")).toContain("Aucun produit trouvé.");
    await shop.sql`UPDATE products SET name = 'lotion zénith' WHERE id = ${low}`;
    expect(await read("recherche=lotion zénith&etat=bas")).toContain("Lotion zénith");
    expect(await read("page=99999&recherche=sérum")).toContain("Sérum zeste");
    expect([none, free].length).toBe(2);
  });

  test("a scanned reference, EAN or id opens the product; an unknown one is said beside the field", async () => {
    const id = await counted(4);
    await shop.sql`UPDATE products SET reference = 'Scan-7', ean = '0360000000001' WHERE id = ${id}`;
    for (const code of ["scan-7", " SCAN-7 ", "0360000000001", "360000000001", id.toLowerCase()]) {
      const answer = await admin.get(`/admin/stock?${new URLSearchParams({ code })}`);
      expect(answer.headers.get("location")).toBe(`/admin/stock/${id}?scan=1`);
    }
    for (const code of ["", "rien", "<script>", "scan-7\0x"]) {
      const page = await admin.read(`/admin/stock?${new URLSearchParams({ code })}`);
      expect(page).toContain("Aucun produit n’a cette référence ni cet EAN.");
      expect(page).not.toContain("<script>&");
    }
    const other = await counted(1);
    await shop.sql`UPDATE products SET reference = 'SCAN-7' WHERE id = ${other}`;
    const several = await admin.get("/admin/stock?code=scan-7");
    expect(several.headers.get("location")).toBe("/admin/stock?recherche=scan-7");
  });
});
