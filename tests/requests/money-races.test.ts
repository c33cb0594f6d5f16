import { describe, expect, test } from "vitest";
import type { OrderReduction } from "#app/reductions/reduction-schema.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { deliveryMethod } from "../support/delivery-method.ts";
import { setMethods } from "../support/delivery.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { payOrder } from "../support/paying.ts";
import { sampleReduction } from "../support/reductions.ts";

/* Orders at the same time as each other and as changes of fees and reductions; tests/support/money-model.ts draws such races. */
const { shop, customer, admin, orderOf } = await openMoneyShop();
const { db, sql } = shop;
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

async function offer(...changes: Partial<OrderReduction>[]): Promise<void> {
  const saved = await admin.post("/admin/reglages/reductions", {
    list: JSON.stringify(changes.map(sampleReduction)),
    version: String(shop.settings.current().versions.reductions),
  });
  expect(saved.status).toBe(200);
}
const article = async (price: number) => ({
  id: await insertProduct(db, { name: "baume", price }),
  qty: 1,
});
const guestForm = (number: number) => ({ email: `course-${number}@exemple.fr` });
const idOf = (response: Response) => response.headers.get("location")!.split("/").at(-1)!;
const placedOf = (answers: readonly Response[]) => answers.filter(({ status }) => status === 302);
const isTotal = async (response: Response, cents: number, fee: number) => {
  const { totalCents, deliveryCents } = await orderOf(idOf(response));
  expect([totalCents, deliveryCents]).toEqual([cents, fee]);
};
/** The method of `deliveryMethod`. */
const METHOD = { delivery: "relais", shippingMethod: "Point de relais" };

describe("limits of a code", () => {
  test("for 10, used at once by customers and people without an account: 10 orders, cancelled ones given back", async () => {
    await setMethods(shop, admin);
    const id = crypto.randomUUID();
    await offer({ id, code: "DIX", most: "10" });
    const item = await article(20);
    const customers = await Promise.all(Array.from({ length: 4 }, () => shop.customer()));
    const order = (number: number) => {
      const form = { code: "DIX", ...(number % 2 === 0 && guestForm(number)) };
      const who: Browser = number % 2 === 0 ? shop.visitor() : customers[number % 4]!;
      return who.post("/panier", orderForm([item], 1_800, form));
    };
    const race = () => Promise.all(Array.from({ length: 30 }, (_none, number) => order(number)));
    const first = placedOf(await race());
    expect(first).toHaveLength(10);
    const guests = await sql`SELECT FROM reduction_uses JOIN orders ON orders.id = order_id
      WHERE reduction_id = ${id} AND guest_email IS NOT NULL`;
    expect(guests.length).toBeGreaterThan(0);
    const cancel = (response: Response) =>
      admin.post(`/admin/commandes/${idOf(response)}/remboursement`, {
        intent: "cancel",
        reason: "essai",
        seen: "0",
        confirmed: "1",
      });
    await Promise.all(first.slice(0, 3).map(cancel));
    expect(placedOf(await race())).toHaveLength(3);
  });

  test("once per customer: the same form sent five times at once is one order for all, and no error", async () => {
    await setMethods(shop, admin);
    for (const limits of [{ mostEach: "1" }, { most: "1" }]) {
      await offer({ code: "UNE", ...limits });
      const who = await shop.customer();
      const form = orderForm([await article(20)], 1_800, { code: "UNE" });
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => who.post("/panier", form)));
      expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
      expect(new Set(answers.map(idOf)).size).toBe(1);
    }
  });

  test("of an automatic reduction: the same form sent twice is answered with its order", async () => {
    await setMethods(shop, admin);
    await offer({ code: "", most: "1" });
    const form = orderForm([await article(20)], 1_800);
    const answers = await Promise.all([1, 2, 3].map(() => customer.post("/panier", form)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
  });

  test("an account and its address without the account, at once: one of both", async () => {
    await setMethods(shop, admin);
    await offer({ code: "SEUL", mostEach: "1" });
    const who = await shop.customer();
    await sql`UPDATE users SET email_verified = true WHERE email = ${who.email}`;
    const item = await article(20);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_none, number) =>
        number % 2 === 0
          ? who.post("/panier", orderForm([item], 1_800, { code: "SEUL" }))
          : shop
              .visitor()
              .post("/panier", orderForm([item], 1_800, { code: "SEUL", email: who.email })),
      ),
    );
    expect(placedOf(answers)).toHaveLength(1);
  });
});

describe("a change between cart and order", () => {
  test("of a fee: the order with the total that was seen is refused, and told the new one", async () => {
    await offer();
    await setMethods(shop, admin, deliveryMethod());
    const item = await article(20);
    await setMethods(shop, admin, deliveryMethod({ steps: "5,90" }));
    const stale = await customer.post("/panier.data", orderForm([item], 2_490, METHOD));
    expect(stale.status).toBe(409);
    expect((await stale.text()).replaceAll("\u00a0", " ")).toContain(
      "Le total est maintenant de 25,90 €",
    );
    await isTotal(await customer.post("/panier", orderForm([item], 2_590, METHOD)), 2_590, 590);
  });

  test("of a fee, while 24 order: each order has the fee of its total", async () => {
    await offer();
    await setMethods(shop, admin, deliveryMethod());
    const item = await article(20);
    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: 24 }, (_none, number) =>
          customer.post("/panier", orderForm([item], number % 2 === 0 ? 2_490 : 2_590, METHOD)),
        ),
      ),
      setMethods(shop, admin, deliveryMethod({ steps: "5,90" })),
    ]);
    for (const [number, answer] of answers.entries()) {
      expect([302, 409]).toContain(answer.status);
      const fee = number % 2 === 0 ? 490 : 590;
      if (answer.status === 302) await isTotal(answer, 2_000 + fee, fee);
    }
    expect((await customer.post("/panier", orderForm([item], 2_490, METHOD))).status).toBe(409);
  });

  test("of a code, while twelve order with it: each has its reduction or is refused, and none has it after its end", async () => {
    await setMethods(shop, admin);
    const code = { id: crypto.randomUUID(), code: "FIN" };
    await offer(code);
    const item = await article(20);
    const order = (total: number) =>
      customer.post("/panier", orderForm([item], total, { code: "FIN" }));
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => order(1_800))),
      offer({ ...code, until: "2026-01-01" }),
    ]);
    for (const answer of answers) {
      expect([302, 400]).toContain(answer.status);
      if (answer.status === 302)
        expect(await orderOf(idOf(answer))).toMatchObject({
          totalCents: 1_800,
          reductionName: "Bienvenue",
        });
    }
    expect((await order(1_800)).status).toBe(400);
    expect((await order(2_000)).status).toBe(400);
  });
});

test("orders of 0 € at once: none is placed, and no use of the code is counted", async () => {
  await setMethods(shop, admin, deliveryMethod({ steps: "0" }));
  const id = crypto.randomUUID();
  await offer({ id, code: "TOUT", value: "100", only: "Soins de la peau", most: "5" });
  const item = await article(20);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_none, number) => {
      const who = number % 2 === 0 ? customer : shop.visitor();
      const form = { code: "TOUT", ...METHOD, ...(number % 2 === 1 && guestForm(100 + number)) };
      return who.post("/panier", orderForm([item], 0, form));
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 400));
  expect(await sql`SELECT FROM reduction_uses WHERE reduction_id = ${id}`).toHaveLength(0);
  // With a fee there is something to pay.
  await setMethods(shop, admin, deliveryMethod());
  await isTotal(
    await customer.post("/panier", orderForm([item], 490, { code: "TOUT", ...METHOD })),
    490,
    490,
  );
});
