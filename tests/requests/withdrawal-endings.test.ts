import { afterAll, describe, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { matchWithdrawal, unmatchedIds } from "#app/returns/link-withdrawal.server.ts";
import { forgetOldWithdrawals } from "#app/returns/retention.server.ts";
import { withdrawalEndings } from "#db/schema/index.ts";
import { openMailServer, sendAllMails, subjectOf } from "../support/mail.ts";
import { payOrder } from "../support/paying.ts";
import { textOf } from "../support/text-of.ts";
import { openWithdrawals, REASON, state, type Seen } from "../support/withdrawing.ts";

const server = await openMailServer();
afterAll(server.close);
const opened = await openWithdrawals({
  SMTP_URL: server.url,
  SHOP_MEDIATOR: "Médiation Conso, https://mediation.exemple.fr",
});
const { shop, admin, place, deliver, rowsFor, matchAll, list } = opened;
const { stated, unmatched, post, close, endings, refundRest } = opened;
const { db, sql } = shop;
const LAW = "Cette déclaration oblige à rembourser";
const PROMISE = "jours que vos conditions de vente offrent";

const ask = async (one: Seen) => textOf(await (await post(one)).text());
async function mailTo(email: string) {
  await sendAllMails(shop);
  const found = server.received.filter(
    (mail) => mail.recipients[0] === email && subjectOf(mail).includes("est close"),
  );
  return found.map(({ text, html }) => ({ html, text: text.replaceAll(/\s+/g, " ") }));
}

describe("closing a statement", () => {
  test("asks first and names the law, then closes it once; its author reads the reason everywhere", async () => {
    const customer = await shop.customer();
    const one = await stated(customer);
    expect(textOf(await admin.read("/admin/retractations"))).toContain("Clore sans rembourser");
    const asked = await ask(one);
    for (const part of [PROMISE, REASON, one.number, "On ne peut pas revenir en arrière"])
      expect(asked).toContain(part);
    expect(await endings(one)).toEqual([]);

    const abort = new AbortController();
    const stream = await customer.fetch("/live", { signal: abort.signal });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect(await close(one)).toContain("La rétractation est close. La raison part par e-mail.");
    let received = "";
    while (!received.includes(`"topic":"order","id":"${one.order}"`)) {
      const { done, value } = await reader.read();
      expect(done).toBe(false);
      received += value;
    }
    abort.abort();

    expect(textOf(await customer.read(`/admin/my-orders/${one.order}`))).toMatch(
      new RegExp(`Close le \\d+\\S* \\S+ \\d{4} : ${REASON}`),
    );
    expect(await list("terminees")).toMatch(new RegExp(`${one.number}.*Close le .*${REASON}`));
    expect(await list("a-traiter")).not.toContain(one.number);
    expect(textOf(await admin.read(`/admin/commandes?commande=${one.order}`))).toContain(
      "Rétractation close",
    );
    expect(textOf(await admin.read("/admin/historique"))).toMatch(
      /Nora Lefèvre \w{16} Rétractation close/,
    );
    const file = await customer.read("/admin/parametre-compte/mes-donnees");
    expect(JSON.parse(file)).toMatchObject({
      retractations: [{ numero: one.number, raisonDeCloture: REASON }],
    });

    const mails = await mailTo(customer.email);
    expect(mails).toHaveLength(1);
    for (const part of [
      REASON,
      `Numéro de livraison ${one.number}`,
      "/contact",
      "Médiation Conso, https://mediation.exemple.fr",
    ])
      expect(mails[0]!.text).toContain(part);

    expect(await close(one, "Une autre raison.")).toContain(
      "Cette rétractation est déjà terminée.",
    );
    expect(await endings(one)).toEqual([{ reason: REASON }]);
    expect(await mailTo(customer.email)).toHaveLength(1);

    const removed = await customer.post("/admin/parametre-compte/supprimer", {
      password: "Mot-de-passe-1",
    });
    expect(removed.status).toBe(302);
    expect(await endings(one)).toEqual([{ reason: REASON }]);
  });

  test("is refused for one in the legal period, paid or not: only its author takes it back", async () => {
    const customer = await shop.customer();
    const paid = await stated(customer, 2);
    const { id, number } = await place(customer, "Paiement securisé en ligne");
    await state(customer, { number, email: customer.email });
    const unpaid = { id: (await rowsFor(number))[0]!.id, order: id };
    for (const one of [paid, unpaid]) {
      expect(await ask(one)).toContain(LAW);
      expect(await close(one)).toContain(LAW);
      expect(await endings(one)).toEqual([]);
    }
    expect(await admin.read("/admin/retractations")).not.toContain(`id="reason-${paid.id}"`);
    const late = await ask(await stated(customer, 31));
    expect(late).toContain("Clore cette rétractation sans la rembourser");
    expect(late).not.toContain(PROMISE);

    const takeBack = async (who: Pick<typeof customer, "post">, statement: string) =>
      (await who.post("/retractation", { intent: "take-back", id: statement })).status;
    const other = await shop.customer();
    expect(await takeBack(other, paid.id)).toBe(404);
    expect(await takeBack(shop.visitor(), paid.id)).toBe(404);
    expect(await takeBack(customer, "\0")).toBe(404);
    const path = `/retractation?commande=${paid.number}`;
    expect(textOf(await customer.read(path))).toContain("Retirer ma déclaration");
    expect(await takeBack(customer, paid.id)).toBe(200);
    expect(await takeBack(customer, paid.id)).toBe(409);
    expect(await endings(paid)).toEqual([
      { reason: "Retirée par son auteur, qui garde les articles." },
    ]);
    expect(textOf(await admin.read("/admin/notifications"))).toContain(
      "Rétractation retirée par le client",
    );
    expect(await mailTo(customer.email)).toHaveLength(1);

    // Stated once more, it is another statement, twice the same one.
    const again = { number: paid.number, email: customer.email, "line-0": "3", repeat: "0" };
    for (let time = 0; time < 2; time++) await state(customer, again);
    expect(await rowsFor(paid.number)).toHaveLength(2);
    const [, second] = (await rowsFor(paid.number)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(await close({ id: second!.id, order: paid.order })).toContain(LAW);
    await refundRest(paid);
    expect(await takeBack(customer, second!.id)).toBe(409);
  });

  test("an unmatched statement tells nothing of orders, and can't be linked any more", async () => {
    const one = await unmatched("C105E00000000001");
    const html = await admin.read("/admin/retractations?etat=a-rapprocher");
    expect(textOf(html)).toContain("ne dites pas si une commande existe");
    expect(await ask(one)).not.toContain("commande est payée");
    expect(await close(one, "Essai du formulaire.")).toContain("La rétractation est close.");
    const [mail] = await mailTo(`${one.number}@exemple.fr`);
    expect(mail!.text).toContain("Raison : Essai du formulaire.");
    expect(await list("terminees")).toContain("Essai du formulaire.");

    const customer = await shop.customer();
    const { id, number } = await place(customer);
    const linked = await admin.post("/admin/retractations", { id: one.id, number, confirmed: "1" });
    expect(textOf(await linked.text())).toContain("Cette rétractation est close.");
    await sql`UPDATE users SET email = ${`${one.number}@exemple.fr`.toLowerCase()} WHERE email = ${customer.email}`;
    expect(await unmatchedIds(db)).not.toContain(one.id);
    await matchWithdrawal(shop, one.id);
    expect(await rowsFor(one.number)).toMatchObject([{ orderId: null }]);
    expect(await sql`SELECT FROM withdrawals WHERE order_id = ${id}`).toEqual([]);

    // The same statement again: still one row, closed, and one notice to administrators.
    for (let time = 0; time < 2; time++)
      await state(shop.visitor(), { number: one.number, email: `${one.number}@exemple.fr` });
    expect(
      await sql`SELECT title FROM messages WHERE id = ${`retractation-${one.id}-encore`}`,
    ).toEqual([{ title: "Rétractation répétée après sa clôture" }]);
  });

  test("an unmatched statement with the customer's number no longer delays the account's deletion", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer);
    await deliver(orderId, 2);
    const number = deliveryNumber(orderId);
    await state(shop.visitor(), { number, email: customer.email });
    const [row] = await rowsFor(number);
    const remove = () =>
      customer.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
    expect((await remove()).status).toBe(409);
    await close({ id: row!.id, order: "" });
    await matchAll();
    expect(await rowsFor(number)).toMatchObject([{ orderId: null }]);
    expect((await remove()).status).toBe(302);
  });

  test("a refund of the articles wins over the closing", async () => {
    const customer = await shop.customer();
    const one = await stated(customer);
    await close(one);
    await refundRest(one);
    const text = textOf(await customer.read(`/admin/my-orders/${one.order}`));
    expect(text).toContain("Remboursée.");
    expect(text).not.toContain("Close le");
    expect(await close(one)).toContain("Cette rétractation est déjà terminée.");
  });

  test.each([
    ["", "Indiquez la raison"],
    [" \n\t ", "Indiquez la raison"],
    ["\u200b\u200b\u200b\u200b\u200b\u200b", "Indiquez la raison"],
    ["non", "5 caractères au moins"],
    ["😀😀😀", "5 caractères au moins"],
    ["x".repeat(1_001), "1000 caractères au plus."],
    ["x".repeat(10_000), "1000 caractères au plus."],
  ])(
    "the reason « %.10s » gets a sentence beside its field, and nothing is closed",
    async (reason, message) => {
      const one = await unmatched("C105E00000000002");
      for (const confirmed of ["", "1"]) {
        const path = "/admin/retractations?etat=a-rapprocher";
        const answer = await admin.post(path, { intent: "close", ...one, reason, confirmed });
        expect(answer.status).toBe(400);
        const html = await answer.text();
        expect(textOf(html)).toContain(message);
        expect(html).toContain(`id="reason-${one.id}-error"`);
      }
      expect(await endings(one)).toEqual([]);
    },
  );

  test("hostile HTML is text; a forged statement doesn't exist; customers may not close", async () => {
    const one = await unmatched("C105E00000000003");
    const reason = "<img src=x onerror=alert(1)>\nDeuxième ligne";
    const asked = await (await post(one, { reason })).text();
    expect(asked).toContain("&lt;img src=x onerror=alert(1)&gt;");
    await close(one, reason);
    const [mail] = await mailTo(`${one.number}@exemple.fr`);
    for (const html of [asked, mail!.html, await admin.read("/admin/retractations?etat=terminees")])
      expect(html).not.toContain("<img src=x");
    for (const id of ["", "rien", "x".repeat(128)])
      expect((await post({ id, order: "" }, { confirmed: "1" })).status, id).toBe(404);
    expect((await post({ id: "x".repeat(129), order: "" })).status).toBe(400);
    const customer = await shop.customer();
    const other = await stated(customer);
    await customer.post("/admin/retractations", {
      intent: "close",
      ...other,
      reason,
      confirmed: "1",
    });
    expect(await endings(other)).toEqual([]);
  });
});

test("the database forbids to change or delete an ending, except with its old statement", async () => {
  const one = await unmatched("C105E00000000007");
  await close(one);
  for (const text of [
    "UPDATE withdrawal_endings SET reason = 'Une autre raison'",
    "UPDATE withdrawal_endings SET ended_at = now()",
    "DELETE FROM withdrawal_endings",
  ])
    await expect(
      sql.unsafe(`${text} WHERE withdrawal_id = '${one.id}'`),
      text,
    ).rejects.toMatchObject({ constraint: "withdrawal_endings_kept" });
  await expect(sql`DELETE FROM withdrawals WHERE id = ${one.id}`).rejects.toThrow("never altered");
  await sql`ALTER TABLE withdrawals DISABLE TRIGGER withdrawals_kept`;
  await sql`UPDATE withdrawals SET created_at = now() - interval '5 years 1 day' WHERE id = ${one.id}`;
  await sql`ALTER TABLE withdrawals ENABLE TRIGGER withdrawals_kept`;
  const before = await db.$count(withdrawalEndings);
  await forgetOldWithdrawals(db);
  expect(await endings(one)).toEqual([]);
  expect(await db.$count(withdrawalEndings)).toBe(before - 1);
});
