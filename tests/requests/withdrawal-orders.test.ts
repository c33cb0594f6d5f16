import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { orders } from "#db/schema/index.ts";
import { payOrder } from "../support/paying.ts";
import { textOf } from "../support/text-of.ts";
import { form, openWithdrawals, state, UNKNOWN } from "../support/withdrawing.ts";

const { shop, admin, place, deliver, rowsFor, matchAll, list } = await openWithdrawals();
const { db, sql } = shop;

describe("a signed-in customer", () => {
  test("picks an order and articles; the order follows the refund to its end", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer, { quantity: 3 });
    const number = deliveryNumber(orderId);
    expect(await customer.read("/retractation")).toContain(`/retractation?commande=${number}`);
    const page = await customer.read(`/retractation?commande=${number}`);
    expect(page).toContain('name="line-0"');
    expect(page).toContain(`value="${customer.email}"`);

    const fields = { number, email: customer.email };
    const none = await customer.post("/retractation", form({ ...fields, "line-0": "0" }));
    expect(none.status).toBe(400);
    expect(textOf(await none.text())).toContain("Choisissez au moins un article.");
    for (const quantity of ["4", "-1", "1.5", "x"]) {
      const wrong = await customer.post("/retractation", form({ ...fields, "line-0": quantity }));
      expect(wrong.status, quantity).toBe(400);
      expect(textOf(await wrong.text())).toContain("Choisissez une quantité de 0 à 3.");
    }

    const done = await state(customer, { ...fields, "line-0": "2" });
    expect(textOf(await done.text())).toContain("Articles 2 × Crème");
    const [row] = await rowsFor(number);
    expect(row).toMatchObject({ orderId, lines: [{ position: 0, quantity: 2 }] });
    const order = async () => textOf(await customer.read(`/admin/my-orders/${orderId}`));
    expect(await order()).toMatch(
      /Rétractation Enregistrée le .* 2 × Crème Remboursement au plus tard le/,
    );

    const html = await admin.read("/admin/retractations");
    expect(textOf(html)).toMatch(/Claire Aubry .* Avant la livraison 14 jours restants/);
    const href = /href="(\/admin\/commandes\/\w+\/remboursement\?[^"]+)"/.exec(
      html.slice(html.indexOf(number)),
    )![1]!;
    const refund = await admin.read(href.replaceAll("&amp;", "&"));
    expect(refund).toMatch(/name="quantity-0"[^>]*value="2"|value="2"[^>]*name="quantity-0"/);
    expect(refund).toContain("Rétractation du ");
    const money = { seen: "0", reason: "Rétractation", confirmed: "1", intent: "lines" };
    const path = `/admin/commandes/${orderId}/remboursement`;
    await admin.post(path, { ...money, "quantity-0": "1" });
    expect(await order()).toContain("Remboursement au plus tard le");
    await admin.post(path, { ...money, seen: "3400", "quantity-0": "1" });
    expect(await order()).toMatch(/2 × Crème Remboursée\./);
    expect(await list("terminees")).toContain(number);
  });

  test("articles stated before are named and not preset; an order withdrawn whole is no longer offered", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer, { quantity: 3 });
    const number = deliveryNumber(orderId);
    const fields = { number, email: customer.email };
    await state(customer, { ...fields, "line-0": "2" });
    const page = await customer.read(`/retractation?commande=${number}`);
    expect(textOf(page)).toMatch(/Déjà enregistré Le .* : 2 × Crème/);
    expect(page).toMatch(/<option value="1" selected="">/);
    const offered = () => customer.read("/retractation");
    expect(await offered()).toContain(`commande=${number}`);
    await state(customer, { ...fields, "line-0": "3" });
    expect(await offered()).not.toContain(`commande=${number}`);
    const withdrawn = await customer.read(`/retractation?commande=${number}`);
    expect(textOf(withdrawn)).toMatch(/Le .* : toute la commande/);
    expect(withdrawn).toMatch(/<option value="0" selected="">/);
  });

  test("two statements on one line: the prefilled refunds count no quantity twice", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer, { quantity: 3 });
    const fields = { number: deliveryNumber(orderId), email: customer.email };
    await state(customer, { ...fields, "line-0": "2" });
    await state(shop.visitor(), fields);
    await matchAll();
    const path = `/admin/commandes/${orderId}/remboursement`;
    /** The quantities in the list's links to this refund, in the order of the statements. */
    async function prefilled(): Promise<number[]> {
      const html = await admin.read("/admin/retractations");
      const links = html.matchAll(new RegExp(`href="${path}\\?quantity-0=(\\d+)&`, "g"));
      return [...links].map(([, quantity]) => Number(quantity));
    }
    const refundOne = (seen: string) =>
      admin.post(path, {
        intent: "lines",
        "quantity-0": "1",
        seen,
        reason: "Rétractation",
        confirmed: "1",
      });
    expect(await prefilled()).toEqual([2, 3]);
    await refundOne("0");
    expect(await prefilled()).toEqual([1, 2]);
    expect(await admin.read(`${path}?quantity-0=3`)).toMatch(/name="quantity-0"[^>]*value="2"/);
    await refundOne("3400");
    expect(await prefilled()).toEqual([1]);
    await refundOne("6800");
    expect(await prefilled()).toEqual([]);
  });

  test("another customer's number is a stranger's: unmatched, and no article is shown", async () => {
    const { number } = await place(await shop.customer());
    const other = await shop.customer();
    const page = await other.read(`/retractation?commande=${number}`);
    expect(page).not.toContain('name="line-0"');
    expect(textOf(page)).not.toContain("Crème");
    // As if signed out since the articles were picked: never a statement about the whole order.
    const refused = await state(other, { number, email: other.email, "line-0": "1" });
    expect(refused.status).toBe(400);
    expect(textOf(await refused.text())).toContain("Votre session est terminée");
    expect(await rowsFor(number)).toEqual([]);
    await state(other, { number, email: other.email });
    await matchAll();
    expect(await rowsFor(number)).toMatchObject([{ orderId: null, lines: null }]);
  });

  test("an account with an open withdrawal is deleted after its end only", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer);
    await deliver(orderId, 2);
    await state(customer, { number: deliveryNumber(orderId), email: customer.email });
    const remove = () =>
      customer.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(textOf(await refused.text())).toContain(
      "Une rétractation ou une annulation n’est pas terminée.",
    );
    const data = await customer.read("/admin/parametre-compte/mes-donnees");
    expect(JSON.parse(data)).toMatchObject({
      retractations: [{ numero: deliveryNumber(orderId), nom: "Claire Aubry" }],
    });
    await admin.post(`/admin/commandes/${orderId}/remboursement`, {
      intent: "rest",
      seen: "0",
      reason: "Rétractation",
      confirmed: "1",
    });
    expect((await remove()).status).toBe(302);
    // The statement stays, as evidence.
    expect(await rowsFor(deliveryNumber(orderId))).toMatchObject([{ orderId }]);
  });

  test("a statement that no job has matched yet delays the deletion of its account", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer);
    await deliver(orderId, 2);
    await state(shop.visitor(), { number: deliveryNumber(orderId), email: customer.email });
    const answer = await customer.post("/admin/parametre-compte/supprimer", {
      password: "Mot-de-passe-1",
    });
    expect(answer.status).toBe(409);
    await matchAll();
  });
});

describe("the period", () => {
  test.each([
    [14, false],
    [15, false],
    [30, false],
    [31, true],
  ])(
    "on day %i after delivery, the order offers the function: %s is over",
    async (days, isOver) => {
      const customer = await shop.customer();
      const { id, number } = await place(customer);
      await deliver(id, days);
      const [row] = await sql`
      SELECT to_char((shipped_at AT TIME ZONE 'Europe/Paris')::date + 30, 'YYYY-MM-DD') AS last FROM orders WHERE id = ${id}`;
      for (const path of ["/admin/my-orders", `/admin/my-orders/${id}`]) {
        const html = await customer.read(path);
        const main = html.slice(0, html.indexOf("<footer"));
        expect(main.includes(`/retractation?commande=${number}`), path).toBe(!isOver);
        expect(textOf(main).includes("Renoncer au contrat ici"), path).toBe(!isOver);
        expect(
          textOf(main).includes(`Le délai est passé depuis le ${frenchLongDay(row!["last"])}.`),
          path,
        ).toBe(isOver);
      }
    },
  );

  test("a late statement is kept and marked; a delivery after the statement doesn't make it late", async () => {
    const customer = await shop.customer();
    const late = await place(customer);
    await deliver(late.id, 31);
    const answer = await state(customer, { number: late.number, email: customer.email });
    expect(textOf(await answer.text())).toContain("Votre rétractation est enregistrée le");
    expect(await list("hors-delai")).toMatch(new RegExp(`${late.number}.*Hors délai`));
    expect(textOf(await customer.read(`/admin/my-orders/${late.id}`))).toContain(
      "Reçue après la fin du délai",
    );

    const early = await place(customer);
    await state(customer, { number: early.number, email: customer.email });
    await admin.post("/admin/commandes", { intent: "deliver", id: early.id, rien: "lu" });
    expect(await list("a-traiter")).toContain(early.number);
    expect(await list("hors-delai")).not.toContain(early.number);
  });

  test.each([
    // The 14th day is Sunday 1 November.
    ["2026-10-18", "2026-11-02 23:30+01", "Délai légal, jusqu’au 2 novembre 2026"],
    [
      "2026-10-18",
      "2026-11-03 00:30+01",
      "Jours offerts, délai légal passé depuis le 2 novembre 2026",
    ],
    ["2026-10-18", "2026-11-17 23:59+01", "Jours offerts"],
    ["2026-10-18", "2026-11-18 00:01+01", "Hors délai"],
    // The 14th day is Saturday 21, of a delivery on a Saturday.
    ["2026-11-07", "2026-11-23 12:00+01", "Délai légal, jusqu’au 23 novembre 2026"],
    // The 14th day is 11 November.
    ["2026-10-28", "2026-11-12 12:00+01", "Délai légal, jusqu’au 12 novembre 2026"],
  ])("delivered on %s and stated on %s: « %s »", async (delivered, stated, shown) => {
    const customer = await shop.customer({ name: "Jeanne Caron" });
    const { id, number } = await place(customer);
    await sql`UPDATE orders SET is_shipped = true, shipped_at = ${`${delivered} 18:00+01`}::timestamptz WHERE id = ${id}`;
    await sql`INSERT INTO withdrawals (id, order_id, order_number, name, email, created_at)
      VALUES (${id}, ${id}, ${number}, 'Jeanne Caron', 'jeanne@exemple.fr', ${stated}::timestamptz)`;
    const text = await list();
    const begin = text.indexOf(number);
    expect(begin).toBeGreaterThan(0);
    expect(text.slice(begin, begin + 300)).toContain(shown);
  });

  test("a cancelled order has no function; an unpaid one is to be cancelled, then nothing is due", async () => {
    const customer = await shop.customer();
    const { id, number } = await place(customer, "Paiement securisé en ligne");
    const offer = "Vous avez une commande à payer";
    expect(await customer.read("/panier")).toContain(offer);
    await state(customer, { number, email: customer.email });
    await matchAll();
    expect(await customer.read("/panier")).not.toContain(offer);
    expect(await list("a-traiter")).toMatch(new RegExp(`${number}.*Non payée, à annuler`));
    await customer.post(`/admin/my-orders/${id}/annuler`, { confirmed: "1" });
    const html = await customer.read(`/admin/my-orders/${id}`);
    expect(html.slice(0, html.indexOf("<footer"))).not.toContain("/retractation?commande=");
    expect(textOf(html)).toContain("Rien n’est à rembourser.");
  });
});

describe("administrators", () => {
  test("link a statement to an order once, after a confirmation", async () => {
    const customer = await shop.customer();
    const { id, number } = await place(customer);
    await state(shop.visitor(), { number: "0000000000RAPPRO", email: "rapprocher@exemple.fr" });
    await matchAll();
    const [row] = await rowsFor("0000000000RAPPRO");
    const post = (fields: Record<string, string>) =>
      admin.post("/admin/retractations?etat=a-rapprocher", { id: row!.id, ...fields });
    const wrong = await post({ number: UNKNOWN });
    expect(wrong.status).toBe(400);
    expect(textOf(await wrong.text())).toContain("Aucune commande n’a ce numéro.");
    const asked = textOf(await (await post({ number: number.toLowerCase() })).text());
    expect(asked).toContain(`Commande ${number} de Claire Aubry, 80 €.`);
    expect((await rowsFor("0000000000RAPPRO"))[0]!.orderId).toBeNull();

    const done = await post({ number, confirmed: "1" });
    expect(textOf(await done.text())).toContain("La rétractation est rapprochée de sa commande.");
    expect((await rowsFor("0000000000RAPPRO"))[0]!.orderId).toBe(id);
    const other = await place(customer);
    const again = await post({ number: other.number, confirmed: "1" });
    expect(textOf(await again.text())).toContain("Cette rétractation a déjà sa commande.");
    expect((await rowsFor("0000000000RAPPRO"))[0]!.orderId).toBe(id);
    expect(textOf(await admin.read("/admin/historique"))).toContain("Rétractation rapprochée");
    expect((await post({ id: "rien", number, confirmed: "1" })).status).toBe(404);
    expect(textOf(await admin.read(`/admin/commandes?commande=${id}`))).toContain(
      "Claire Aubry : toute la commande",
    );
  });

  test("see the days left, and the delay", async () => {
    const customer = await shop.customer();
    const { id, number } = await place(customer);
    await deliver(id, 20);
    const at = (days: number) => sql`
      INSERT INTO withdrawals (id, order_id, order_number, name, email, articles, created_at)
      VALUES (${id.slice(0, 24) + String(days).padStart(2, "0")}, ${id}, ${number}, 'Inès', 'i@exemple.fr', ${`a${days}`},
        ((now() AT TIME ZONE 'Europe/Paris')::date - ${days}::integer + time '12:00') AT TIME ZONE 'Europe/Paris')`;
    for (const days of [11, 14, 16]) await at(days);
    const text = await list("a-traiter");
    for (const shown of ["3 jours restants", "Dernier jour", "En retard de 2 jours"])
      expect(text).toContain(shown);
  });
});

test("orders keep their statements when read by their customer only", async () => {
  const [one, other] = [await shop.customer(), await shop.customer()];
  const { id, number } = await place(one);
  await state(one, { number, email: one.email });
  expect((await other.get(`/admin/my-orders/${id}`)).status).toBe(404);
  expect(await db.$count(orders, eq(orders.id, id))).toBe(1);
});
