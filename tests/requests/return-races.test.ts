import { expect, test } from "vitest";
import { queueBehind } from "../support/lock-queue.ts";
import { openReturns } from "../support/returning.ts";
import { stockOf } from "../support/stock.ts";

const opened = await openReturns();
const { shop, admin, delivered, order, send, expectBack, receive, close, refund } = opened;
const { mailsAbout, movesOf, orderOf, postExpected } = opened;
const { db, sql } = shop;

/** Runs the acts one after the other once a third transaction, for which all wait, releases the order's row. */
const behind = <Result>(orderId: string, acts: (() => Promise<Result>)[]) =>
  queueBehind(sql, (holder) => holder`SELECT FROM orders WHERE id = ${orderId} FOR UPDATE`, acts);
const returnsMoved = async (product: string) =>
  (await movesOf(product)).filter((move) => move["reason"] === "return");

test("twenty receptions at once put the pieces on the shelf once, with one mail", async () => {
  const { id, product } = await delivered({ quantity: 2 });
  const back = await expectBack(id, 2);
  const answers = await Promise.all(Array.from({ length: 20 }, () => receive(back, 2)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, text } of answers)
    if (status !== 200) expect(text).toContain("Ce retour était déjà reçu : rien n’a changé.");
  expect(await returnsMoved(product)).toEqual([{ reason: "return", change: 2, on_hand: 5 }]);
  expect(await mailsAbout(back)).toEqual(["return-expected", "return-received"]);
});

test("two receptions that differ: the first one counts", async () => {
  const { id, product } = await delivered({ quantity: 2 });
  const back = await expectBack(id, 2);
  const [first, second] = await behind(id, [() => receive(back, 1, 1), () => receive(back, 2)]);
  expect([first!.status, second!.status]).toEqual([200, 409]);
  expect(await stockOf(db, product)).toMatchObject({ onHand: 4 });
});

test.each(["reception first", "closing first"])("%s: never both", async (first) => {
  const { id, product } = await delivered();
  const back = await expectBack(id, 1);
  const acts = [() => receive(back, 1), () => close(back)];
  if (first === "closing first") acts.reverse();
  const answers = await behind(id, acts);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(await returnsMoved(product)).toHaveLength(first === "reception first" ? 1 : 0);
});

test.each(["reception first", "refund first"])(
  "%s: only what came is refunded for the return",
  async (first) => {
    const { id } = await delivered();
    const back = await expectBack(id, 1);
    const acts = [() => receive(back, 1), () => refund(id, back, 1)];
    if (first === "refund first") acts.reverse();
    // The refund's form is refused before it waits when nothing has come.
    await Promise.all([acts[0]!(), acts[1]!()]);
    const { refundedCents } = await orderOf(id);
    expect([0, 3_400]).toContain(refundedCents);
    await refund(id, back, 1, { seen: refundedCents });
    expect(await orderOf(id)).toMatchObject({ refundedCents: 3_400 });
  },
);

test("two refunds of one return at once: one", async () => {
  const { id } = await delivered({ quantity: 2 });
  const back = await expectBack(id, 1);
  await receive(back, 1);
  await behind(id, [() => refund(id, back, 1), () => refund(id, back, 1)]);
  expect(await orderOf(id)).toMatchObject({ refundedCents: 3_400 });
});

test("closing beside a refund: closed and unpaid, or paid and open", async () => {
  const { id } = await delivered();
  const back = await expectBack(id, 1);
  await receive(back, 1);
  const [closed, paid] = await behind(id, [
    () => close(back, "to-refund"),
    () => refund(id, back, 1),
  ]);
  expect(closed!.status).toBe(200);
  expect(paid!.text).not.toContain("34 € remboursés");
  expect(await orderOf(id)).toMatchObject({ refundedCents: 0 });
});

test("two returns of the same pieces at once: one", async () => {
  const { id } = await delivered({ quantity: 2 });
  const post = (form: string) => () =>
    admin.post(`/admin/commandes/${id}/retour`, { id: form, "expected-0": "2" });
  const answers = await behind(id, [
    post("01ONE00000000000000000001A"),
    post("01TWO00000000000000000001A"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([302, 409]);
});

test.each(["return first", "cancellation first"])(
  "%s, of an order under way: the goods come back, the money once, and no stock is held",
  async (first) => {
    const { product } = await delivered({ onHand: 20 });
    const id = await order(product, 2);
    await send(id, 2);
    const before = await stockOf(db, product);
    const cancel = { intent: "cancel", reason: "Colis refusé", seen: "0", confirmed: "1" };
    const acts = [
      () => postExpected(id, { "expected-0": "2" }),
      () => admin.post(`/admin/commandes/${id}/remboursement`, cancel),
    ];
    if (first === "cancellation first") acts.reverse();
    await behind(id, acts);
    const [row] = await sql`SELECT id FROM returns WHERE order_id = ${id}`;
    const back = String(row!["id"]);
    await receive(back, 2);
    await refund(id, back, 2, { seen: 6_800 });
    expect(await orderOf(id)).toMatchObject({ refundedCents: 6_800 });
    expect(await stockOf(db, product)).toMatchObject({
      onHand: before.onHand + 2,
      held: before.held,
    });
  },
);

test("a piece that comes back is held for the order that lacks one", async () => {
  const { id, product } = await delivered({ quantity: 1, onHand: 2 });
  const waiting = await order(product, 1);
  await sql`SELECT move_stock(${product}, 'loss', -1, '', NULL, NULL, NULL)`;
  const missing = () => sql`SELECT held, missing FROM stock_holds WHERE order_id = ${waiting}`;
  expect([...(await missing())]).toEqual([{ held: 0, missing: 1 }]);
  await receive(await expectBack(id, 1), 1);
  expect([...(await missing())]).toEqual([{ held: 1, missing: 0 }]);
});
