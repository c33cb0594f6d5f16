import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { auditEvents, refunds } from "#db/schema/index.ts";
import { openReturns } from "../support/returning.ts";
import { stockOf } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

const opened = await openReturns();
const { shop, customer, admin, delivered, order, send, openExpected, postExpected } = opened;
const { expectBack, postReceived, receive, close, refund, withdraw } = opened;
const { mailsAbout, movesOf, pageOf, orderOf } = opened;
const { db, sql } = shop;

/** Sets the day of a statement or a reception some days back. */
const daysAgo = {
  statement: async (id: string, days: number) => {
    await sql`ALTER TABLE withdrawals DISABLE TRIGGER USER`;
    await sql`UPDATE withdrawals SET created_at = now() - make_interval(days => ${days}) WHERE id = ${id}`;
    await sql`ALTER TABLE withdrawals ENABLE TRIGGER USER`;
  },
  reception: (id: string, days: number) =>
    sql`UPDATE returns SET received_at = now() - make_interval(days => ${days}) WHERE id = ${id}`,
};
const ownPage = async (id: string) => textOf(await customer.read(`/admin/my-orders/${id}`));

describe("an administrator's return", () => {
  test("expected, received piece by piece, refunded: each step is seen and told", async () => {
    const { id, product } = await delivered({ quantity: 3 });
    expect(await stockOf(db, product)).toMatchObject({ onHand: 2 });
    const back = await expectBack(id, 3);
    expect(await mailsAbout(back)).toEqual(["return-expected"]);
    expect(await pageOf("/admin/retours")).toContain("3 × Crème au lin");
    expect(await ownPage(id)).toContain("Retour attendu");

    const answer = await receive(back, 1, 1);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.text).toContain("Le retour est reçu.");
    expect(answer.text).toContain("Il manque 1 pièce");
    expect(await stockOf(db, product)).toMatchObject({ onHand: 3, held: 0 });
    expect((await movesOf(product)).at(-1)).toEqual({ reason: "return", change: 1, on_hand: 3 });
    const actors =
      await sql`SELECT actor_id FROM stock_moves WHERE product_id = ${product} AND reason = 'return'`;
    expect([...actors]).toEqual([{ actor_id: admin.userId }]);
    expect(await mailsAbout(back)).toEqual(["return-expected", "return-received"]);
    expect(await ownPage(id)).toMatch(/Retour reçu Le .*: 2 × Crème au lin\. Il manque 1 pièce/);

    const form = textOf(
      await admin.read(`/admin/commandes/${id}/remboursement?pour-retour=${back}`),
    );
    expect(form).toContain("Rembourser le retour");
    expect(form).not.toContain("Rembourser tout");
    expect((await refund(id, back, 2)).text).toContain("68 € remboursés");
    expect(await orderOf(id)).toMatchObject({ refundedCents: 6_800 });
    expect(await pageOf(`/admin/retours/${back}`)).toContain("Remboursé");
    expect(await ownPage(id)).toMatch(/Remboursé Le \d+ \S+ \d{4} : 68 €/);
    expect(await pageOf(`/admin/retours/${back}`)).toMatch(
      /Ce retour est remboursé : 68 €, le \d+ \S+ \d{4}\. Avoir A-\d{4}-\d+/,
    );
    // A refund never moves stock.
    expect(await stockOf(db, product)).toMatchObject({ onHand: 3 });
    const acts = await db
      .select({ act: auditEvents.act })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, id));
    expect(acts.map(({ act }) => act)).toEqual(
      expect.arrayContaining(["return-expected", "return-received", "order-refunded"]),
    );
  });

  test("pieces of an uncounted product come back without a move", async () => {
    const { id, product } = await delivered();
    await sql`SELECT stop_counting(${product}, '', NULL)`;
    const back = await expectBack(id, 1);
    expect(await receive(back, 1)).toMatchObject({ status: 200 });
    expect(await stockOf(db, product)).toMatchObject({ state: "uncounted", onHand: 0 });
  });

  test("the same form sent twice adds one return", async () => {
    const { id } = await delivered();
    const fields = { id: "01TWICE0000000000000000001", withdrawal: "", "expected-0": "1" };
    const answers = await Promise.all(
      [1, 2].map(() => admin.post(`/admin/commandes/${id}/retour`, fields)),
    );
    expect(answers.map(({ headers }) => headers.get("location"))).toEqual([
      `/admin/retours/${fields.id}`,
      `/admin/retours/${fields.id}`,
    ]);
    expect(await sql`SELECT FROM returns WHERE order_id = ${id}`).toHaveLength(1);
    expect(await mailsAbout(fields.id)).toEqual(["return-expected"]);
  });

  test("what was typed wrongly stays, with a sentence beside its field; nothing is stored", async () => {
    const { id } = await delivered({ quantity: 2 });
    for (const typed of ["3", "-1", "1,5", "1.5", "x", "1000000"]) {
      const response = await postExpected(id, { "expected-0": typed });
      expect(response.status).toBe(400);
      const page = await response.text();
      expect(textOf(page)).toContain("Crème au lin : de 0 à 2.");
      expect(page).toContain(`value="${typed}"`);
    }
    const none = await postExpected(id, { "expected-0": "0" });
    expect(textOf(await none.text())).toContain("Choisissez au moins un article.");
    expect(await sql`SELECT FROM returns WHERE order_id = ${id}`).toHaveLength(0);

    const back = await expectBack(id, 2);
    for (const [shelved, damaged, said] of [
      ["2", "1", "2 au plus, en rayon et abîmés ensemble."],
      ["-1", "0", "de 0 à 2."],
      ["1,5", "0", "de 0 à 2."],
      ["0", "0", "Indiquez ce qui est revenu"],
      ["", "", "Indiquez ce qui est revenu"],
    ]) {
      const fields = { "shelved-0": shelved!, "damaged-0": damaged! };
      const response = await postReceived(back, fields);
      expect(response.status).toBe(400);
      expect(textOf(await response.text())).toContain(said);
    }
    expect((await close(back, "expected", "  ")).text).toContain("Indiquez la raison");
    expect((await close(back, "expected", "x".repeat(501))).text).toContain("500 caractères");
    expect(
      await sql`SELECT FROM returns WHERE id = ${back} AND received_at IS NULL AND closed_at IS NULL`,
    ).toHaveLength(1);
  });

  test("no more comes back than was bought, over several returns; what did not come may be expected again", async () => {
    const { id } = await delivered({ quantity: 3 });
    const first = await expectBack(id, 2);
    expect(textOf(await (await postExpected(id, { "expected-0": "2" })).text())).toContain(
      "de 0 à 1.",
    );
    await receive(first, 1);
    expect((await postExpected(id, { "expected-0": "2" })).status).toBe(302);
    expect(await pageOf(`/admin/commandes/${id}/retour`)).toContain(
      "Tout ce qui est parti est déjà revenu",
    );
    await expect(
      sql`UPDATE return_lines SET expected = 9 WHERE order_id = ${id}`,
    ).rejects.toMatchObject({ constraint: "return_lines_bought" });
  });

  test("of an order that has not left nothing can come back; of a partly sent one what was sent", async () => {
    const { product } = await delivered({ onHand: 20 });
    const id = await order(product, 3);
    expect(await pageOf(`/admin/commandes/${id}/retour`)).toContain("Rien n’est encore parti");
    expect((await postExpected(id, { "expected-0": "1" })).status).toBe(400);
    await send(id, 2);
    expect(textOf(await (await postExpected(id, { "expected-0": "3" })).text())).toContain(
      "de 0 à 2.",
    );
    const back = await expectBack(id, 2);
    const before = (await stockOf(db, product)).onHand;
    await receive(back, 2);
    expect((await stockOf(db, product)).onHand).toBe(before + 2);
    // One piece is still to be sent and held, also once the two that came back are refunded.
    expect((await stockOf(db, product)).held).toBe(1);
    await refund(id, back, 2);
    expect((await stockOf(db, product)).held).toBe(1);
    const slip = await pageOf(`/admin/commandes/${id}/bon-de-livraison`);
    expect(slip).not.toContain("remboursé");
  });

  test("what was refunded before it left can't come back", async () => {
    const { product } = await delivered({ quantity: 1, onHand: 6 });
    expect(await stockOf(db, product)).toMatchObject({ onHand: 5 });
    const early = async (id: string, fields: Record<string, string>) => {
      const form = { reason: "Épuisé", seen: "0", confirmed: "1", ...fields };
      await admin.post(`/admin/commandes/${id}/remboursement`, form);
      await admin.post("/admin/commandes", { intent: "deliver", id, rien: "lu" });
    };
    const id = await order(product, 2);
    await early(id, { intent: "lines", "quantity-0": "1" });
    expect(await stockOf(db, product)).toMatchObject({ onHand: 4, held: 0 });
    const refused = await postExpected(id, { "expected-0": "2" });
    expect(refused.status).toBe(400);
    expect(textOf(await refused.text())).toContain("Crème au lin : de 0 à 1.");
    await receive(await expectBack(id, 1), 1);
    expect(await stockOf(db, product)).toMatchObject({ onHand: 5, held: 0 });
    // All of it, by a refund that names no line.
    const whole = await order(product, 2);
    await early(whole, { intent: "rest" });
    expect((await postExpected(whole, { "expected-0": "1" })).status).toBe(400);
    expect(await stockOf(db, product)).toMatchObject({ onHand: 5, held: 0 });
  });

  test("of a cancelled order under way goods come back, and nothing is refunded twice", async () => {
    const { product } = await delivered({ onHand: 20 });
    const id = await order(product, 2);
    await send(id, 2);
    const reason = { intent: "cancel", reason: "Colis refusé", seen: "0", confirmed: "1" };
    await admin.post(`/admin/commandes/${id}/remboursement`, reason);
    expect(await orderOf(id)).toMatchObject({ refundedCents: 6_800 });
    const back = await expectBack(id, 2);
    const before = (await stockOf(db, product)).onHand;
    expect((await receive(back, 2)).text).not.toContain("Rembourser");
    expect((await stockOf(db, product)).onHand).toBe(before + 2);
    await refund(id, back, 1, { seen: 6_800 });
    expect(await orderOf(id)).toMatchObject({ refundedCents: 6_800 });
    expect(await pageOf(`/admin/retours/${back}`)).toContain("Remboursé");
  });

  test("a closed one is over, with its reason for the customer; its pieces may be expected again", async () => {
    const { id } = await delivered({ quantity: 1 });
    const back = await expectBack(id, 1);
    expect(await close(back)).toMatchObject({ status: 200 });
    expect(await close(back)).toMatchObject({ status: 409 });
    expect(await receive(back, 1)).toMatchObject({ status: 409 });
    expect(await ownPage(id)).toMatch(/Retour clos Le .*: Jamais arrivé\./);
    expect((await postExpected(id, { "expected-0": "1" })).status).toBe(302);
  });

  test("found by name and delivery number, in its group", async () => {
    const { id } = await delivered();
    await sql`UPDATE orders SET customer_name = 'Zoé Übung' WHERE id = ${id}`;
    const back = await expectBack(id, 1);
    const number = id.slice(10);
    for (const text of ["zoe ubung", number, number.slice(3, 10).toLowerCase()])
      expect(await pageOf(`/admin/retours?recherche=${encodeURIComponent(text)}`)).toContain(
        number,
      );
    expect(await pageOf("/admin/retours?recherche=100%25")).toContain("Aucun retour trouvé");
    expect(await pageOf(`/admin/retours?recherche=${number}&etat=a-rembourser`)).not.toContain(
      "Zoé",
    );
    await receive(back, 1);
    expect(await pageOf(`/admin/retours?recherche=${number}&etat=a-rembourser`)).toContain("Zoé");
    expect(await pageOf(`/admin/retours?etat=tous&page=99`)).toContain("page");
  });
});

describe("the return of a withdrawal", () => {
  test("announced once by the statement, which leads to it and is settled by its refund", async () => {
    const { id } = await delivered({ quantity: 2 });
    const statement = await withdraw(id);
    const list = await admin.read("/admin/retractations");
    expect(list).toContain(`/admin/commandes/${id}/retour?retractation=${statement}`);
    const search = `?retractation=${statement}`;
    const form = await admin.read(`/admin/commandes/${id}/retour${search}`);
    expect(form).toMatch(/name="expected-0"[^>]*value="2"|value="2"[^>]*name="expected-0"/);
    // Both pages are read before: the page of a return that exists leads to it.
    const forms = [await openExpected(id, search), await openExpected(id, search)];
    const [one, other] = await Promise.all(forms.map((post) => post({ "expected-0": "2" })));
    expect(one!.headers.get("location")).toBe(other!.headers.get("location"));
    const back = one!.headers.get("location")!.split("/").at(-1)!;
    // Its receipt said where to send the articles.
    expect(await mailsAbout(back)).toEqual([]);
    expect(textOf(await admin.read("/admin/retractations"))).toContain("Retour attendu");
    expect(await ownPage(id)).toContain("Les frais directs de renvoi sont à votre charge.");
    // Its author may keep the articles until they have come back.
    const stated = async () =>
      textOf(await customer.read(`/retractation?commande=${id.slice(10)}`));
    expect(await stated()).toContain("Retirer ma déclaration");
    await receive(back, 2);
    expect(await stated()).toContain("Déjà enregistré");
    expect(await stated()).not.toContain("Retirer ma déclaration");
    const kept = await customer.post("/retractation", { intent: "take-back", id: statement });
    expect(kept.status).toBe(409);
    expect(await mailsAbout(back)).toEqual(["return-received"]);
    expect(await admin.read("/admin/retractations")).toContain(`pour-retour=${back}`);
    await refund(id, back, 2);
    expect(await pageOf("/admin/retractations?etat=terminees")).toContain("Remboursée");
    expect(await pageOf(`/admin/retours?etat=termines&recherche=${id.slice(10)}`)).toContain(
      "Remboursé",
    );
  });

  test("of another order's or a closed statement is refused", async () => {
    const [one, other] = [await delivered(), await delivered()];
    const statement = await withdraw(one.id);
    const page = await admin.fetch(`/admin/commandes/${other.id}/retour?retractation=${statement}`);
    expect(page.status).toBe(404);
    const fields = { id: "01ALTERED00000000000000001", withdrawal: statement, "expected-0": "1" };
    expect((await admin.post(`/admin/commandes/${other.id}/retour`, fields)).status).toBe(409);
    await customer.post("/retractation", { intent: "take-back", id: statement });
    expect((await admin.post(`/admin/commandes/${one.id}/retour`, fields)).status).toBe(409);
    expect(await sql`SELECT FROM returns WHERE withdrawal_id = ${statement}`).toHaveLength(0);
  });

  test("refunded before its goods came: they go back on the shelf, and nothing more is due", async () => {
    const { id, product } = await delivered({ quantity: 2 });
    const statement = await withdraw(id);
    const response = await postExpected(id, { "expected-0": "2" }, `?retractation=${statement}`);
    const back = response.headers.get("location")!.split("/").at(-1)!;
    await admin.post(`/admin/commandes/${id}/remboursement`, {
      intent: "lines",
      "quantity-0": "2",
      reason: "Rétractation",
      seen: "0",
      confirmed: "1",
    });
    await receive(back, 2);
    expect(await stockOf(db, product)).toMatchObject({ onHand: 5 });
    expect(await pageOf(`/admin/retours/${back}`)).toContain("Remboursé");
    expect((await refund(id, back, 1, { seen: 6_800 })).status).toBe(400);
  });

  test.each([
    [5, 0, "warning", "dans 9 jours"],
    [11, 0, "warning", "dans 3 jours"],
    [12, 0, "error", "dans 2 jours"],
    [13, 0, "error", "demain"],
    [14, 3, "error", "aujourd’hui"],
    [15, 3, "error", "en retard de 1 jour"],
    // The shop may wait for the goods.
    [20, 0, "error", "aujourd’hui"],
    [20, 2, "error", "en retard de 2 jours"],
  ])("stated %i days ago, received %i days ago: %s, %s", async (stated, received, tone, text) => {
    const { id } = await delivered();
    const statement = await withdraw(id);
    const response = await postExpected(id, { "expected-0": "1" }, `?retractation=${statement}`);
    const back = response.headers.get("location")!.split("/").at(-1)!;
    await receive(back, 1);
    await daysAgo.statement(statement, stated);
    await daysAgo.reception(back, received);
    for (const path of [`/admin/retours/${back}`, `/admin/commandes?commande=${id}`]) {
      const page = await admin.read(path);
      expect(page).toMatch(new RegExp(`tag--${tone}[^]{0,400}À rembourser`));
      expect(textOf(page)).toContain(`, ${text}`);
    }
  });
});

describe("the refund of a return", () => {
  test("is tied to it, and contains no more than what came and is not refunded", async () => {
    const { id } = await delivered({ quantity: 3 });
    const back = await expectBack(id, 3);
    expect((await refund(id, back, 1)).status).toBe(400);
    await receive(back, 1, 1);
    expect((await refund(id, back, 3)).text).toContain("de 0 à 2.");
    expect((await refund(id, back, 1, { intent: "rest" })).status).toBe(400);
    await refund(id, back, 1);
    expect(await pageOf(`/admin/retours/${back}`)).toContain("À rembourser");
    expect((await refund(id, back, 2, { seen: 3_400 })).text).toContain("de 0 à 1.");
    // Submitted twice: the second one was shown another sum.
    expect((await refund(id, back, 1)).text).not.toContain("34 € remboursés, le");
    await refund(id, back, 1, { seen: 3_400 });
    const rows = await db.select().from(refunds).where(eq(refunds.orderId, id));
    expect(rows.map(({ returnId, amountCents }) => ({ returnId, amountCents }))).toEqual([
      { returnId: back, amountCents: 3_400 },
      { returnId: back, amountCents: 3_400 },
    ]);
    expect(await pageOf(`/admin/retours/${back}`)).toContain("Remboursé");
  });

  test("can't be bypassed: its pieces are refunded through it, or with all of the rest", async () => {
    const { id } = await delivered({ quantity: 3 });
    const path = `/admin/commandes/${id}/remboursement`;
    const untied = async (fields: Record<string, string>) => {
      const response = await admin.post(path, {
        reason: "Geste",
        seen: "0",
        confirmed: "1",
        ...fields,
      });
      return { status: response.status, text: textOf(await response.text()) };
    };
    const back = await expectBack(id, 1);
    expect(await pageOf(path)).not.toContain("attend son remboursement");
    await receive(back, 1);
    const page = await admin.read(path);
    expect(textOf(page)).toContain("Un retour de cette commande attend son remboursement");
    expect(page).toContain(`href="${path}?pour-retour=${back}"`);
    const refused = await untied({ intent: "lines", "quantity-0": "1" });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("attend son remboursement : ces articles en font partie.");
    expect((await orderOf(id)).refundedCents).toBe(0);
    expect((await untied({ intent: "rest" })).status).toBe(200);
    expect((await orderOf(id)).refundedCents).toBe(10_200);
    expect(await pageOf(`/admin/retours/${back}`)).toContain("Remboursé");
    // Once the return is refunded, other pieces may be refunded without it.
    const other = await delivered({ quantity: 2 });
    const paid = await expectBack(other.id, 1);
    await receive(paid, 1);
    await refund(other.id, paid, 1);
    const gesture = { reason: "Geste", seen: "3400", confirmed: "1", intent: "lines" };
    await admin.post(`/admin/commandes/${other.id}/remboursement`, {
      ...gesture,
      "quantity-0": "1",
    });
    expect((await orderOf(other.id)).refundedCents).toBe(6_800);
  });

  test("of another order is refused", async () => {
    const [one, other] = [await delivered(), await delivered()];
    const back = await expectBack(one.id, 1);
    await receive(back, 1);
    expect((await refund(other.id, back, 1)).status).toBe(404);
    expect((await orderOf(other.id)).refundedCents).toBe(0);
  });

  test("that the provider refuses can be tried again", async () => {
    const { id } = await delivered({ quantity: 1 });
    const back = await expectBack(id, 1);
    await receive(back, 1);
    const asked = vi
      .spyOn(shop.paypal, "refundCapture")
      .mockResolvedValueOnce({ kind: "refused", issue: "REFUND_NOT_ALLOWED" });
    await refund(id, back, 1);
    asked.mockRestore();
    expect(await orderOf(id)).toMatchObject({ refundedCents: 0 });
    expect(await pageOf(`/admin/retours/${back}`)).toContain("À rembourser");
    await refund(id, back, 1);
    expect(await orderOf(id)).toMatchObject({ refundedCents: 3_400 });
    expect(await pageOf(`/admin/retours/${back}`)).toContain("Remboursé");
  });
});

test("only administrators see and change returns; a customer sees only those of their own orders", async () => {
  const { id } = await delivered();
  const back = await expectBack(id, 1);
  const stranger = await shop.customer();
  const forms: [string, Record<string, string>][] = [
    [`/admin/retours/${back}`, { intent: "receive", "shelved-0": "1" }],
    [`/admin/retours/${back}`, { intent: "close", seen: "expected", reason: "Non." }],
    [`/admin/commandes/${id}/retour`, { id: "01STRANGER0000000000000001", "expected-0": "1" }],
  ];
  const answers = [];
  for (const who of [customer, stranger]) {
    for (const path of [`/admin/retours/${back}`, "/admin/retours", forms[2]![0]])
      answers.push(await who.fetch(path));
    for (const [path, fields] of forms) answers.push(await who.post(path, fields));
  }
  expect(new Set(answers.map(({ headers }) => headers.get("location")))).toEqual(new Set(["/"]));
  const rows = await sql`SELECT received_at, closed_at FROM returns WHERE order_id = ${id}`;
  expect([...rows]).toEqual([{ received_at: null, closed_at: null }]);
  expect((await stranger.fetch(`/admin/my-orders/${id}`)).status).toBe(404);
  for (const path of ["/admin/retours/x", "/admin/retours/01ARZ3NDEKTSV4RRFFQ69G5FAV"])
    expect((await admin.fetch(path)).status).toBe(404);
  expect((await admin.post(`/admin/retours/${back}`, { intent: "x" })).status).toBe(400);
});
