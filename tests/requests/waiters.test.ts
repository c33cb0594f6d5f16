import { expect, test } from "vitest";
import { newId } from "#app/platform/database-clock.server.ts";
import { tellWaiters } from "#app/stock/tell-waiters.server.ts";
import { countWaiters } from "#app/stock/waiters.server.ts";
import { forgetOldData } from "../../server/retention.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { linkIn, sendAllMails, subjectOf, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { countProduct, stockOf } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const strict = await openShop({ RATE_LIMIT_FACTOR: "1" });
const { db, sql } = shop;
const visitor = shop.visitor();

/** A counted product. */
async function product(onHand = 0, name = "crème au lin"): Promise<string> {
  const id = await insertProduct(db, { name, price: 34 });
  await countProduct(sql, id, onHand);
  return id;
}
const address = () => `${newId().toLowerCase()}@exemple.fr`;
const ask = (who: Browser, id: string, email: string) =>
  who.post(`/produit/${id}/prevenir`, { email });
/** All mails to an address with this word in their subject. */
async function mailsTo(email: string, word: string) {
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, email);
  return mails.filter((mail) => subjectOf(mail).includes(word));
}
const confirmations = (email: string) => mailsTo(email, "Confirmez");
const returns = (email: string) => mailsTo(email, "est de retour");
/** Asks, and confirms by the mail's link. Returns the link. */
async function wait(id: string, email = address()): Promise<string> {
  await ask(visitor, id, email);
  const link = linkIn((await confirmations(email)).at(-1)!, "/me-prevenir");
  expect((await visitor.post(link, { answer: "oui" })).status).toBe(200);
  return link;
}
const receive = (id: string, pieces: number) =>
  sql`SELECT move_stock(${id}, 'entry', ${pieces}, '', NULL, NULL, NULL)`;
/** Removes a product's waiters and their unsent mails: their number would make the test slow. */
async function drop(id: string): Promise<number> {
  const mails = await sql`DELETE FROM mails WHERE sent_at IS NULL AND key IN (
    SELECT 'product-back-' || lower(id) FROM stock_waiters WHERE product_id = ${id}) RETURNING key`;
  await sql`DELETE FROM stock_waiters WHERE product_id = ${id}`;
  return mails.length;
}
/** Inserts confirmed waiters, the first the oldest; returns their addresses. */
async function insertWaiters(id: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, address);
  const ids = emails.map(() => newId());
  await sql`INSERT INTO stock_waiters (id, product_id, email, token_hash, confirmed_at)
    SELECT id, ${id}, email, email, now() - make_interval(hours => 1000 - number::integer)
    FROM unnest(${ids}::text[], ${emails}::text[]) WITH ORDINALITY AS waiter (id, email, number)`;
  return emails;
}
async function told(id: string): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`SELECT email FROM stock_waiters
    WHERE product_id = ${id} AND told_at IS NOT NULL ORDER BY confirmed_at`;
  return rows.map(({ email }) => email);
}
/** Ten minutes later, the job. Returns how many it told. */
async function tellLater(): Promise<number> {
  await sql`UPDATE stock SET back_since = back_since - interval '10 minutes' WHERE back_since IS NOT NULL`;
  return tellWaiters(shop);
}

test("a visitor confirms by the mail's link, is told once when the product is back, and erases the address", async () => {
  const id = await product();
  const email = address();
  const asked = await ask(visitor, id, email.toUpperCase());
  expect(asked.status).toBe(200);
  expect(textOf(await asked.text())).toContain("C’est noté");
  const [mail] = await confirmations(email);
  const link = linkIn(mail!, "/me-prevenir");
  // Mail scanners follow links: only the button confirms.
  const page = await visitor.get(link);
  expect(page.headers.get("cache-control")).toBe("private, no-store");
  expect(textOf(await page.text())).toContain("« Crème au lin » sera de retour");
  expect(await countWaiters(db, id)).toBe(0);
  for (let time = 0; time < 2; time++)
    expect(textOf(await (await visitor.post(link, { answer: "oui" })).text())).toContain(
      "Nous vous préviendrons",
    );
  expect(await countWaiters(db, id)).toBe(1);
  // Neither the row nor, once sent, the outbox has the token.
  const token = new URLSearchParams(link.split("?")[1]).get("lien")!;
  const kept = await sql`SELECT to_jsonb(w)::text AS row FROM stock_waiters w
    UNION ALL SELECT to_jsonb(m)::text FROM mails m`;
  expect(kept.map(({ row }) => row).join("\n")).not.toContain(token);

  await tellLater();
  expect(await returns(email)).toHaveLength(0);
  await receive(id, 3);
  await Promise.all([tellLater(), tellLater()]);
  await receive(id, 3);
  await tellLater();
  const mails = await returns(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(`/produit/${id}`);
  // The former link is void; the one of this mail erases.
  expect((await visitor.get(link)).status).toBe(410);
  const erase = linkIn(mails[0]!, "/me-prevenir");
  expect(await visitor.read(erase)).toContain("Effacer mon adresse");
  for (let time = 0; time < 2; time++)
    expect(await (await visitor.post(erase, { answer: "non" })).text()).toContain(
      "Votre adresse est effacée",
    );
  expect(await sql`SELECT FROM stock_waiters WHERE email = ${email}`).toHaveLength(0);
});

test("the answer is the same for an unknown address, a customer's, one that waits, and a product that is back", async () => {
  const customer = await shop.customer();
  const soldOut = await product();
  const waits = address();
  await wait(soldOut, waits);
  const cases: [string, string][] = [
    [soldOut, address()],
    [soldOut, customer.email],
    [soldOut, waits],
    [await product(9), address()],
    [await insertProduct(db, { name: "crème au lin", price: 34 }), address()],
  ];
  const answers = await Promise.all(
    cases.map(async ([id, email]) => {
      const answer = await ask(visitor, id, email);
      const main = /<main[\s\S]*<\/main>/.exec(await answer.text())![0];
      return [answer.status, main.replaceAll(id, "ID")];
    }),
  );
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]![0]).toBe(200);
  // The request itself reads nothing about the address: the job does.
  expect(await confirmations(waits)).toHaveLength(1);
});

test("bad input: a sentence beside the field, what was typed stays; an unknown product is not found", async () => {
  const id = await product();
  for (const email of [
    "",
    "marie",
    "marie@",
    "a@b.fr\nbcc: c@d.fr",
    `${"a".repeat(250)}@exemple.fr`,
  ]) {
    const answer = await ask(visitor, id, email);
    expect(answer.status, email).toBe(400);
    expect(await answer.text()).toContain('id="email-error"');
  }
  expect(await (await ask(visitor, id, "marie@")).text()).toContain('value="marie@"');
  expect((await ask(visitor, "01HZZZZZZZZZZZZZZZZZZZZZZZ", address())).status).toBe(404);
  expect((await visitor.get("/me-prevenir?lien=x")).status).toBe(410);
  await sendAllMails(shop);
  expect(await sql`SELECT FROM stock_waiters WHERE product_id = ${id}`).toHaveLength(0);
});

test("a customer's own confirmed address waits at once; another's, and an unconfirmed one, by mail only", async () => {
  const id = await product();
  const owner = await shop.customer();
  await sql`UPDATE users SET email_verified = true WHERE id = ${owner.userId}`;
  const stranger = await shop.customer();
  await ask(owner, id, owner.email);
  await ask(stranger, id, stranger.email);
  expect(await confirmations(owner.email)).toHaveLength(0);
  expect(await confirmations(stranger.email)).toHaveLength(1);
  const rows =
    await sql`SELECT email FROM stock_waiters WHERE product_id = ${id} AND confirmed_at IS NOT NULL`;
  expect([...rows]).toEqual([{ email: owner.email }]);
  const admin = await shop.customer({ isAdmin: true });
  expect(textOf(await admin.read(`/admin/stock/${id}`))).toContain("1 personne attend son retour");
});

test("a link confirms for 48 hours, then a newer one replaces it or its row is deleted", async () => {
  const id = await product();
  const email = address();
  await ask(visitor, id, email);
  const first = linkIn((await confirmations(email))[0]!, "/me-prevenir");
  await ask(visitor, id, email);
  expect(await confirmations(email)).toHaveLength(1);
  expect((await visitor.get(first)).status).toBe(200);
  await sql`UPDATE stock_waiters SET created_at = now() - interval '49 hours' WHERE email = ${email}`;
  await ask(visitor, id, email);
  const second = linkIn(
    (await confirmations(email)).find((mail) => !mail.text.includes(first))!,
    "/me-prevenir",
  );
  expect((await visitor.post(first, { answer: "oui" })).status).toBe(410);
  await sql`UPDATE stock_waiters SET created_at = now() - interval '49 hours' WHERE email = ${email}`;
  expect((await visitor.post(second, { answer: "oui" })).status).toBe(410);
  expect(await countWaiters(db, id)).toBe(0);
  await forgetOldData(shop);
  expect(await sql`SELECT FROM stock_waiters WHERE email = ${email}`).toHaveLength(0);
});

test("the oldest are told first, five for each piece, whoever put it back", async () => {
  const id = await product(1);
  const customer = await shop.customer();
  const order = async () => {
    const placed = await customer.post("/panier", orderForm([{ id, qty: 1 }], 3400));
    return placed.headers.get("location")!.split("/").at(-1)!;
  };
  const first = await order();
  const emails = await insertWaiters(id, 17);
  await tellLater();
  expect(await told(id)).toEqual([]);
  // Cancelled and ordered again before the job runs: nobody is told.
  await customer.post(`/admin/my-orders/${first}/annuler`, { confirmed: "1" });
  const second = await order();
  await tellLater();
  expect(await told(id)).toEqual([]);
  expect(await stockOf(db, id)).toMatchObject({ piecesBack: 0 });
  // A cancelled order.
  await customer.post(`/admin/my-orders/${second}/annuler`, { confirmed: "1" });
  await tellLater();
  expect(await told(id)).toEqual(emails.slice(0, 5));
  await tellLater();
  expect(await told(id)).toHaveLength(5);
  // An entry of two pieces, then more than anybody waits for.
  await receive(id, 2);
  await tellLater();
  expect(await told(id)).toEqual(emails.slice(0, 15));
  await receive(id, 100);
  await tellLater();
  expect(await told(id)).toEqual(emails);
  expect(await stockOf(db, id)).toMatchObject({ piecesBack: 0 });
  expect(await drop(id)).toBe(17);
});

test("nobody is told before pieces have been available for ten minutes without a break", async () => {
  const id = await product();
  const [email] = await insertWaiters(id, 1);
  const pass = (minutes: number) =>
    sql`UPDATE stock SET back_since = back_since - make_interval(mins => ${minutes}) WHERE product_id = ${id}`;
  await receive(id, 1);
  await pass(9);
  expect(await tellWaiters(shop)).toBe(0);
  // Sold, and given back by its order: the ten minutes begin again.
  await sql`SELECT move_stock(${id}, 'loss', -1, '', NULL, NULL, NULL)`;
  await receive(id, 1);
  await pass(9);
  expect(await tellWaiters(shop)).toBe(0);
  // More pieces don't begin them again.
  await receive(id, 1);
  await pass(1);
  expect(await tellWaiters(shop)).toBe(1);
  expect(await told(id)).toEqual([email]);
  expect(await stockOf(db, id)).toMatchObject({ piecesBack: 0, backSince: null });
  expect(await drop(id)).toBe(1);
});

test("many pieces are told of in several transactions, none forgotten; a product no longer counted is there for all", async () => {
  const id = await product();
  await insertWaiters(id, 120);
  await receive(id, 23);
  expect(await tellLater()).toBe(115);
  await sql`SELECT stop_counting(${id}, '', NULL)`;
  expect(await tellLater()).toBe(5);
  expect(await tellLater()).toBe(0);
  expect(await drop(id)).toBe(120);
});

test("who confirms when the product is back already is told by the next run", async () => {
  const id = await product();
  const email = address();
  await ask(visitor, id, email);
  await sendAllMails(shop);
  await receive(id, 4);
  const link = linkIn((await confirmations(email))[0]!, "/me-prevenir");
  const answer = await (await visitor.post(link, { answer: "oui" })).text();
  expect(textOf(answer)).toContain("Il est déjà de retour");
  expect(/<main[\s\S]*<\/main>/.exec(answer)![0]).toContain(`href="/produit/${id}"`);
  await tellLater();
  expect(await returns(email)).toHaveLength(1);
  // Sold out again: a second waiting has its own mail.
  await sql`SELECT move_stock(${id}, 'loss', -4, '', NULL, NULL, NULL)`;
  await wait(id, email);
  await receive(id, 1);
  await tellLater();
  expect(await returns(email)).toHaveLength(2);
});

test("at most three links a day to one address, over all products; twenty requests an hour from one place", async () => {
  const visitors = strict.visitor();
  const victim = address();
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => insertProduct(strict.db, { name: "baume", price: 9 })),
  );
  const tagged = ids.map((_, number) =>
    number === 0 ? victim : victim.replace("@", `+${number}@`),
  );
  for (const [number, id] of ids.entries())
    expect((await ask(visitors, id, tagged[number]!)).status).toBe(200);
  await sendAllMails(strict);
  const mails = await Promise.all(
    tagged.map((email) => writtenMails(strict.config.dataDir, email)),
  );
  expect(mails.flat()).toHaveLength(3);
  const statuses: number[] = [];
  for (let time = 0; time < 16; time++)
    statuses.push((await ask(visitors, ids[0]!, address())).status);
  expect(statuses.slice(0, 15)).toEqual(Array<number>(15).fill(200));
  expect(statuses[15]).toBe(429);
});

test("a deleted account, and a changed address: the waiters go, or follow; the data file lists them", async () => {
  const id = await product();
  const other = await product(0, "baume");
  const customer = await shop.customer();
  await sql`UPDATE users SET email_verified = true WHERE id = ${customer.userId}`;
  for (const one of [id, other]) await ask(customer, one, customer.email);
  await sendAllMails(shop);
  const file = JSON.parse(await customer.read("/admin/parametre-compte/mes-donnees")) as {
    attentes: { produit: string; email: string }[];
  };
  expect(file.attentes.map(({ produit }) => produit).toSorted()).toEqual(["baume", "crème au lin"]);
  // The new address waits for one of the two already.
  const next = address();
  await wait(id, next);
  await sql`UPDATE users SET email = ${next} WHERE id = ${customer.userId}`;
  const rows =
    await sql`SELECT product_id FROM stock_waiters WHERE email = ${next} AND confirmed_at IS NOT NULL`;
  expect(rows.map((row) => row["product_id"]).toSorted()).toEqual([id, other].toSorted());
  expect(await sql`SELECT FROM stock_waiters WHERE email = ${customer.email}`).toHaveLength(0);
  const deleted = await customer.post("/admin/parametre-compte/supprimer", {
    password: "Mot-de-passe-1",
    confirmed: "1",
  });
  expect(deleted.status).toBe(302);
  expect(await sql`SELECT FROM stock_waiters WHERE email = ${next}`).toHaveLength(0);
});

test("retention: told ones 30 days, waiting ones a year", async () => {
  const id = await product();
  const [kept, old, toldLately, toldLongAgo] = await insertWaiters(id, 4);
  await sql`UPDATE stock_waiters SET created_at = now() - interval '366 days' WHERE email = ${old!}`;
  await sql`UPDATE stock_waiters SET created_at = now() - interval '364 days' WHERE email = ${kept!}`;
  await sql`UPDATE stock_waiters SET told_at = now() - interval '29 days' WHERE email = ${toldLately!}`;
  await sql`UPDATE stock_waiters SET told_at = now() - interval '31 days' WHERE email = ${toldLongAgo!}`;
  await forgetOldData(shop);
  const rows = await sql`SELECT email FROM stock_waiters WHERE product_id = ${id} ORDER BY id`;
  expect(rows.map(({ email }) => email)).toEqual([kept, toldLately]);
});
