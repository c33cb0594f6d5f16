import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { queueOrderMail, type OrderEvent } from "#app/orders/order-mails.server.ts";
import { mails, orders, users } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { invoiceFor } from "../support/invoice-for.ts";
import { openMailServer, sendAllMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({
  SMTP_URL: server.url,
  SHOP_LEGAL_NAME: "Fleurs & Fils SARL",
  SHOP_ADDRESS: "14 rue des Lilas, 69003 Lyon",
  SHOP_EMAIL: "bonjour@fleurs.exemple",
  SHOP_SIREN: "123 456 782",
});
const admin = await shop.customer({ isAdmin: true });
const cream = await insertProduct(shop.db, { name: "crème au lin", price: 34 });

/** Sends all queued mails. Returns those that the mail server received under this key. */
const receivedMails = async (key: string) => {
  await sendAllMails(shop);
  return server.received.filter(({ headers }) => headers["message-id"] === `<${key}@localhost>`);
};
const keyOf = (orderId: string, kind: string) => `order-${orderId.toLowerCase()}-${kind}`;

async function order(fields: Record<string, string> = {}, name?: string) {
  const customer = await shop.customer({ name });
  const answer = await customer.post(
    "/panier",
    orderForm([{ id: cream, qty: 2 }], 6800, {
      name: "Louise Marchand",
      address: "Tabac de la Fontaine\n18 rue des Lilas, 69003 Lyon",
      ...fields,
    }),
  );
  const id = answer.headers.get("location")!.split("/").at(-1)!;
  return { customer, id, number: id.slice(10) };
}
const happen = (id: string, event: OrderEvent) =>
  shop.db.transaction((tx) => queueOrderMail(tx, shop.jobs, id, event));
const PAID_ON_DELIVERY = { paymentMethod: "Paiement à la livraison" };

describe("order received", () => {
  test("online payment: contains how to pay and the terms of sale, and no typed text", async () => {
    const { customer, id, number } = await order();
    const [mail, ...others] = await receivedMails(keyOf(id, "received"));
    expect(others).toEqual([]);
    expect(mail?.recipients).toEqual([customer.email]);
    // A long word widens no cell.
    expect(mail!.html).toMatch(/<div [^>]*role="article"[^>]*style="word-break:break-word"/);
    for (const content of [mail!.html, mail!.text]) {
      expect(content).toContain(`${shop.config.baseUrl}/payement/${id}`);
      // « Signaler un problème » fills in the order's number.
      expect(content).toContain(`${shop.config.baseUrl}/contact?commande=${number}`);
      expect(content).toContain(number);
      expect(content).toContain("Crème au lin");
      expect(content).toContain("68\u00a0€");
      expect(content).toContain("11,33\u00a0€");
      // Consumer code, L221-13: the seller, the right of withdrawal and its form, the guarantees.
      expect(content).toContain("SIREN 123 456 782");
      expect(content).toContain("14 jours pour vous rétracter (loi) + 16 jours offerts");
      expect(content).toContain("Les jours offerts valent");
      // Of a relay point: the period begins with the pick-up.
      expect(textOf(content)).toContain("c’est le jour où vous retirez votre colis");
      expect(textOf(content)).toContain("ou pour des espèces par un moyen convenu avec vous");
      expect(content).toContain("(*) Rayez la mention inutile.");
      expect(content).toContain("garantie légale de conformité");
      expect(content).toContain("#retractation");
      // The accepted version, attached and linked; the current terms may be others by then.
      const accepted = `/condition-generale-de-vente/${shop.settings.current().terms!.inForce.hash}`;
      expect(content).toContain(accepted);
      expect(content).not.toMatch(/condition-generale-de-vente(?!\/)/);
      expect(textOf(content)).toContain("jointes à ce message");
      // L221-5: delivery, payment, the harmonised notice, the essential characteristics.
      expect(textOf(content)).toMatch(
        /Point de relais, du .+, livraison offerte\. Paiement securisé/,
      );
      expect(textOf(content)).toContain("Deux ans au moins : le vendeur répond de tout défaut");
      expect(content).toContain("Les caractéristiques essentielles");
      expect(content).not.toContain("Louise");
      expect(content).not.toContain("Fontaine");
      expect(content).not.toMatch(/undefined|\[object|\\u/);
    }
  });

  test("cash on delivery: contains the amount to have ready and the delivery days", async () => {
    const { id } = await order(PAID_ON_DELIVERY);
    const [mail] = await receivedMails(keyOf(id, "received"));
    expect(mail?.text).toMatch(/arrivera au point de relais du .+ au .+\. Préparez\s68\s€/);
    expect(mail?.text).not.toContain("/payement/");
    expect(mail?.text).toContain(`/admin/my-orders/${id}`);
  });

  test("20 concurrent submissions of one form queue one mail", async () => {
    const customer = await shop.customer();
    const form = orderForm([{ id: cream, qty: 1 }], 3400);
    await Promise.all(Array.from({ length: 20 }, () => customer.post("/panier", form)));
    await sendAllMails(shop);
    const customerMails = server.received.filter(
      ({ recipients }) => recipients[0] === customer.email,
    );
    expect(
      customerMails
        .map(({ headers }) => headers["message-id"]!.replace(/[0-9a-z]{26}/, "…"))
        .toSorted(),
    ).toEqual(["<order-…-received@localhost>", "<welcome-…@localhost>"]);
  });

  test("a refused order sends no mail", async () => {
    const customer = await shop.customer();
    await customer.post("/panier", orderForm([{ id: cream, qty: 1 }], 1));
    await sendAllMails(shop);
    expect(
      server.received.filter(({ recipients }) => recipients[0] === customer.email),
    ).toHaveLength(1);
  });
});

test("paid: contains lines, VAT, address and number; the invoice is attached", async () => {
  const { customer, id, number } = await order();
  const invoice = await shop.db.transaction(async (tx) => {
    await tx.update(orders).set({ isPaid: true, paidAt: new Date() }).where(eq(orders.id, id));
    const issued = await invoiceFor(tx, id, shop.settings.current().shop);
    await queueOrderMail(tx, shop.jobs, id, { kind: "paid", invoice: issued.number });
    return issued.number;
  });
  const [mail, ...others] = await receivedMails(keyOf(id, "paid"));
  expect(others).toEqual([]);
  expect(mail?.recipients).toEqual([customer.email]);
  for (const content of [mail!.html, mail!.text]) {
    expect(content).toContain(number);
    expect(content).toContain(invoice);
    expect(content).toContain("Louise Marchand");
    expect(content).toContain("18 rue des Lilas, 69003 Lyon");
    expect(content).toContain("11,33\u00a0€");
    expect(content).toContain(`${shop.config.baseUrl}/admin/my-orders/${id}`);
  }
  expect(mail!.attachments).toMatchObject([{ type: "application/pdf" }]);
  expect(mail!.attachments[0]!.filename).toContain(invoice);
  expect(mail!.attachments[0]!.content.subarray(0, 5).toString()).toBe("%PDF-");
  expect(mail!.attachments[0]!.content.subarray(-7).toString()).toContain("%%EOF");
});

test("delivered and paid in cash: sent when the administrator marks it, with the invoice attached", async () => {
  const { customer, id } = await order(PAID_ON_DELIVERY);
  await admin.post("/admin/commandes", { intent: "deliver", id });
  await admin.post("/admin/commandes", { intent: "deliver", id });
  const [mail, ...others] = await receivedMails(keyOf(id, "delivered"));
  expect(others).toEqual([]);
  expect(mail?.recipients).toEqual([customer.email]);
  expect(mail?.text).toContain("Signaler un probleme");
  expect(mail?.attachments).toMatchObject([{ type: "application/pdf" }]);
});

test("delivered, paid online: sent without a second invoice", async () => {
  const { id } = await order();
  await admin.post("/admin/commandes", { intent: "deliver", id });
  const [mail] = await receivedMails(keyOf(id, "delivered"));
  expect(mail?.text).toContain("Votre commande est livrée");
  expect(mail?.text).not.toContain("facture");
  expect(mail?.attachments).toEqual([]);
});

test.each([
  [
    "refunded",
    {
      kind: "refunded",
      refundId: "R1",
      amountCents: 3400,
      lines: [{ name: "crème au lin", unitPriceCents: 3400, quantity: 1 }],
      creditNote: null,
      isByProvider: true,
      reason: "Un pot cassé.",
    },
    "refunded-r1",
    [
      /34\s€ vous sont remboursés/,
      /Motif\s: Un pot cassé\./,
      /par PayPal/,
      // The mail lists the refunded piece only, not both pieces of the order.
      /Articles remboursés(?![\s\S]*2\s×\s)[\s\S]*1\s×\s34\s€/i,
    ],
  ],
  [
    "refunded without the provider",
    {
      kind: "refunded",
      refundId: "R2",
      amountCents: 3400,
      lines: [],
      creditNote: null,
      isByProvider: false,
      reason: "Un pot cassé.",
    },
    "refunded-r2",
    [
      /34\s€ vous sont remboursés/,
      /La somme vous revient par le moyen convenu avec vous/,
      /Articles de la commande[\s\S]*2\s×\s34\s€/i,
    ],
  ],
  [
    "cancelled",
    { kind: "cancelled", reason: "À votre demande." },
    "cancelled",
    [
      /Votre commande est annulée/,
      /Motif\s: À votre demande\./,
      // The cancelled order was unpaid.
      /Rien n’a été débité(?![\s\S]*rembours)/,
    ],
  ],
] satisfies [string, OrderEvent, string, RegExp[]][])(
  "%s: one mail, even if its event occurs several times",
  async (_name, event, kind, says) => {
    const { customer, id } = await order();
    await happen(id, event);
    await happen(id, event);
    const [mail, ...others] = await receivedMails(keyOf(id, kind));
    await happen(id, event);
    expect(await receivedMails(keyOf(id, kind))).toHaveLength(1);
    expect(others).toEqual([]);
    expect(mail?.recipients).toEqual([customer.email]);
    for (const words of says) {
      expect(mail?.text).toMatch(words);
      expect(mail?.html).toMatch(words);
    }
  },
);

test("a mail that is sent again after a crash has the same Message-ID", async () => {
  const { id } = await order();
  const key = keyOf(id, "received");
  const [asked] = await shop.db.select().from(mails).where(eq(mails.key, key));
  await sendAllMails(shop);
  const { recipient, props } = asked!;
  await shop.db.update(mails).set({ sentAt: null, recipient, props }).where(eq(mails.key, key));
  await shop.jobs.send(shop.db, "send-mail", { key });
  expect(await receivedMails(key)).toHaveLength(2);
});

test("a mail whose attachment cannot be created stays queued with the reason", async () => {
  const { id } = await order();
  await happen(id, { kind: "paid", invoice: "F-2020-999999" });
  expect(await receivedMails(keyOf(id, "paid"))).toEqual([]);
  expect(shop.takeErrors().join()).toContain("mail not sent yet");
  const [mail] = await shop.db
    .select()
    .from(mails)
    .where(eq(mails.key, keyOf(id, "paid")));
  expect(mail).toMatchObject({
    sentAt: null,
    tries: 1,
    failure: expect.stringContaining("no invoice F-2020-999999"),
  });
});

test("a deleted account gets no mail about its order", async () => {
  const { customer, id } = await order();
  await shop.db.delete(users).where(eq(users.id, customer.userId));
  await happen(id, { kind: "cancelled", reason: "Compte fermé." });
  const queued = await shop.db.$count(mails, eq(mails.key, keyOf(id, "cancelled")));
  expect(queued).toBe(0);
});

test("line breaks in typed text add no header and no recipient", async () => {
  const header = "Louise\r\nBcc: autre@exemple.fr\r\nSubject: Gagné";
  const { customer, id } = await order(
    { name: header, address: `${header}\r\n\r\n<b>ici</b>\r\n69003 Lyon` },
    header,
  );
  await shop.db.transaction(async (tx) => {
    await tx.update(orders).set({ isPaid: true, paidAt: new Date() }).where(eq(orders.id, id));
    const { number } = await invoiceFor(tx, id, shop.settings.current().shop);
    await queueOrderMail(tx, shop.jobs, id, { kind: "paid", invoice: number });
  });
  await happen(id, { kind: "cancelled", reason: header });
  await sendAllMails(shop);
  const customerMails = server.received.filter(({ recipients }) =>
    recipients.includes(customer.email),
  );
  expect(customerMails.map(({ headers }) => headers["subject"])).toHaveLength(4);
  for (const mail of customerMails) {
    expect(mail.recipients).toEqual([customer.email]);
    expect(mail.headers["to"]).toBe(customer.email);
    expect(mail.headers["bcc"]).toBeUndefined();
    expect(mail.headers["subject"]).not.toContain("Gagn");
    expect(mail.html).not.toContain("<b>ici");
  }
});
