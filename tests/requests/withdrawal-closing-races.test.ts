import { expect, test } from "vitest";
import { queueBehind } from "../support/lock-queue.ts";
import { textOf } from "../support/text-of.ts";
import { openWithdrawals } from "../support/withdrawing.ts";

const opened = await openWithdrawals();
const { shop, admin, place, rowsFor, list, stated, unmatched, close, endings, refundRest } = opened;
const { sql } = shop;

test("linked to an order: the administrator reads it again first", async () => {
  const one = await stated(await shop.customer());
  expect(await close({ ...one, order: "" })).toContain("rapprochée d’une commande entre-temps");
  const other = await unmatched("C105E00000000004");
  expect(await close({ ...other, order: one.order })).toContain("entre-temps");
  expect([...(await endings(one)), ...(await endings(other))]).toEqual([]);
});

test("a refund under way: refused until its end", async () => {
  const one = await stated(await shop.customer());
  await sql`INSERT INTO refunds (id, order_id, amount_cents, reason, state)
    VALUES (${one.id}, ${one.order}, 100, 'Essai', 'unknown')`;
  expect(await close(one)).toContain("Un remboursement de cette commande est en cours");
  expect(await endings(one)).toEqual([]);
});

test("twenty at once close it once, with one mail", async () => {
  const one = await stated(await shop.customer());
  const answers = await Promise.all(Array.from({ length: 20 }, () => close(one)));
  expect(answers.filter((text) => text.includes("La rétractation est close."))).toHaveLength(1);
  expect(await endings(one)).toHaveLength(1);
  expect(
    await sql`SELECT FROM mails WHERE key = ${`withdrawal-${one.id.toLowerCase()}-closed`}`,
  ).toHaveLength(1);
});

test.each(["refund first", "closing first"])("%s: the second one sees the first", async (first) => {
  const one = await stated(await shop.customer());
  const acts = [() => close(one), async () => textOf(await (await refundRest(one)).text())];
  if (first === "refund first") acts.reverse();
  await queueBehind(
    sql,
    (holder) => holder`SELECT FROM orders WHERE id = ${one.order} FOR UPDATE`,
    acts,
  );
  expect(await endings(one)).toHaveLength(first === "refund first" ? 0 : 1);
  expect(await list("terminees")).toMatch(new RegExp(`${one.number}.*?Remboursée`));
});

test.each([
  ["deletion first", 409],
  ["closing first", 302],
])("%s: the account's deletion answers %i", async (first, status) => {
  const customer = await shop.customer();
  const one = await stated(customer);
  let answered = 0;
  const acts = [
    () => close(one),
    async () => {
      const form = { password: "Mot-de-passe-1" };
      answered = (await customer.post("/admin/parametre-compte/supprimer", form)).status;
    },
  ];
  if (first === "deletion first") acts.reverse();
  await queueBehind<unknown>(
    sql,
    (holder) => holder`SELECT FROM orders WHERE id = ${one.order} FOR UPDATE`,
    acts,
  );
  expect(answered).toBe(status);
  expect(await endings(one)).toHaveLength(1);
});

test.each(["linking first", "closing first"])("%s: the statement is never both", async (first) => {
  const { id, number } = await place(await shop.customer());
  const one = await unmatched(first === "linking first" ? "C105E00000000005" : "C105E00000000006");
  const acts = [
    () => close(one),
    async () => {
      const fields = { id: one.id, number, confirmed: "1" };
      return textOf(await (await admin.post("/admin/retractations", fields)).text());
    },
  ];
  if (first === "linking first") acts.reverse();
  const [, second] = await queueBehind(
    sql,
    (holder) => holder`SELECT FROM withdrawals WHERE id = ${one.id} FOR UPDATE`,
    acts,
  );
  const isLinked = first === "linking first";
  expect(second).toContain(isLinked ? "entre-temps" : "Cette rétractation est close.");
  expect(await rowsFor(one.number)).toMatchObject([{ orderId: isLinked ? id : null }]);
  expect(await endings(one)).toHaveLength(isLinked ? 0 : 1);
});
