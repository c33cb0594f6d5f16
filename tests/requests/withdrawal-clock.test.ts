import { afterAll, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { matchWithdrawal, unmatchedIds } from "#app/returns/link-withdrawal.server.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openMailServer, sendAllMails } from "../support/mail.ts";
import { moveClock } from "../support/moved-clock.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* The periods of a withdrawal, from order to receipt, while the database's clock moves. */
const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url }, { hasMovableClock: true });
const { db, sql } = shop;
const cream = await insertProduct(db, { name: "crème au lin", price: 34 });

test.each([
  ["on day 14", "2027-03-01", "2027-03-15 12:00", "Délai légal, jusqu’au 15 mars 2027", true],
  [
    "on day 15",
    "2027-03-01",
    "2027-03-16 00:01",
    "Jours offerts, délai légal passé depuis le 15 mars 2027",
    true,
  ],
  ["on day 30", "2027-03-01", "2027-03-31 23:58", "Jours offerts", true],
  ["on day 31", "2027-03-01", "2027-04-01 00:01", "Hors délai", false],
  [
    "on Monday, the 14th day being a Sunday",
    "2027-10-03",
    "2027-10-18 23:58",
    "Délai légal, jusqu’au 18 octobre 2027",
    true,
  ],
  [
    "on Tuesday after that Sunday",
    "2027-10-03",
    "2027-10-19 00:01",
    "Jours offerts, délai légal passé depuis le 18 octobre 2027",
    true,
  ],
  [
    "on 2 November, the 14th day being 1 November",
    "2027-10-18",
    "2027-11-02 23:58",
    "Délai légal, jusqu’au 2 novembre 2027",
    true,
  ],
  [
    "on 3 November",
    "2027-10-18",
    "2027-11-03 00:01",
    "Jours offerts, délai légal passé depuis le 2 novembre 2027",
    true,
  ],
])("%s", async (_when, delivered, stated, shown, isOffered) => {
  await moveClock(sql, `${delivered} 09:00`);
  const customer = await shop.customer();
  const admin = await shop.customer({ isAdmin: true });
  // Sessions end 30 days after the sign-in by the machine's clock, administrators' after 12 idle hours.
  await sql`UPDATE sessions SET expires_at = '2100-01-01', updated_at = '2100-01-01'`;
  const placed = await customer.post(
    "/panier",
    orderForm([{ id: cream, qty: 1 }], 3_400, {
      paymentMethod: "Paiement à la livraison",
      shippingMethod: "Livraison à domicile",
    }),
  );
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  await moveClock(sql, `${delivered} 18:00`);
  await admin.post("/admin/commandes", { intent: "deliver", id });

  await moveClock(sql, stated);
  const order = await customer.read(`/admin/my-orders/${id}`);
  const own = textOf(order.slice(0, order.indexOf("<footer")));
  expect(own.includes("Renoncer au contrat ici")).toBe(isOffered);
  expect(own.includes("Le délai est passé depuis le 31 mars 2027.")).toBe(!isOffered);

  const number = deliveryNumber(id);
  const fields = { name: "Claire Aubry", number, email: customer.email };
  const answer = await shop.visitor().post("/retractation", { intent: "confirm", ...fields });
  const recorded = /Votre rétractation est enregistrée le .*? à \d\d:\d\d\./.exec(
    textOf(await answer.text()),
  )![0];
  const [day, time] = stated.split(" ");
  expect(recorded).toMatch(new RegExp(` le ${Number(day!.slice(8))}(er)? `));
  expect(recorded).toContain(`à ${time}.`);
  for (const stored of await unmatchedIds(db)) await matchWithdrawal(shop, stored);
  expect(textOf(await admin.read("/admin/retractations?etat=toutes"))).toMatch(
    new RegExp(`${number}.{0,200}${shown}`),
  );
  await sendAllMails(shop);
  const mails = server.received.filter(({ recipients }) => recipients.includes(customer.email));
  expect(mails.filter(({ text }) => textOf(text).includes(recorded))).toHaveLength(1);
});
