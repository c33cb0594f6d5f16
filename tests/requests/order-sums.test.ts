import { describe, expect, test } from "vitest";
import { drawInvoice } from "#app/invoices/draw-invoice.server.ts";
import { invoiceSnapshot } from "#app/invoices/invoice-schema.ts";
import { sendAllMails, subjectOf, writtenMails } from "../support/mail.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { setSums } from "../support/order-sums.ts";
import { approve, capture, placeOrder, startPaying } from "../support/paying.ts";
import { pdfText } from "../support/pdf-text.ts";
import { textOf } from "../support/text-of.ts";

const { shop, customer, admin, orderOf, refundsOf, submitRefund } = await openMoneyShop();
const { sql } = shop;

/** A paid order of 3 × 20 € with 5 € of delivery (standard: 3 €) and 10 € of reduction: 55 €. */
async function paidOrder(): Promise<string> {
  const orderId = await placeOrder(shop, customer, { price: 20, quantity: 3 });
  expect(await setSums(sql, orderId, { delivery: 500, standard: 300, reduction: 1_000 })).toBe(
    5_500,
  );
  const { providerOrderId } = await startPaying(customer, orderId);
  await approve(customer, providerOrderId);
  expect((await capture(customer, orderId, providerOrderId)).kind).toBe("paid");
  return orderId;
}

const documentsOf = async (orderId: string) => {
  const rows = await sql<{ kind: string; total_cents: number; snapshot: unknown }[]>`
    SELECT kind, total_cents, snapshot FROM invoices WHERE order_id = ${orderId} ORDER BY issued_at`;
  return rows.map(({ kind, total_cents: total, snapshot }) => ({
    kind,
    total,
    snapshot: invoiceSnapshot.parse(snapshot),
  }));
};

describe("an order with a delivery fee and a reduction", () => {
  test("shows both on its pages, its invoice and its mail", async () => {
    const orderId = await paidOrder();
    const page = textOf(await customer.read(`/admin/my-orders/${orderId}`));
    expect(page).toMatch(
      /Sous-total\s*60 €\s*Reduction\s*NOËL\s*-10 €\s*Livraison\s*5 €\s*Total TTC\s*55 €/,
    );
    const [invoice] = await documentsOf(orderId);
    expect(invoice!.total).toBe(5_500);
    expect(
      invoice!.snapshot.lines.map(({ name, unitPriceCents, kind }) => [name, unitPriceCents, kind]),
    ).toEqual([
      ["crème", 2_000, undefined],
      ["Réduction NOËL", -1_000, "reduction"],
      ["Livraison", 500, "delivery"],
    ]);
    const pdf = pdfText(
      await drawInvoice(
        { number: "F-2026-000001", issuedAt: new Date(), snapshot: invoice!.snapshot },
        shop.settings.current().shop,
      ),
    );
    for (const words of ["Réduction NOËL", "-10,00 €", "Livraison", "55,00 €"])
      expect(pdf).toContain(words);
    const [mail] =
      await sql`SELECT props FROM mails WHERE key = ${`order-${orderId.toLowerCase()}-paid`}`;
    expect(mail!["props"]["order"]).toMatchObject({
      totalCents: 5_500,
      deliveryCents: 500,
      reductionCents: 1_000,
      reductionName: "NOËL",
    });
  });

  test("is refunded piece by piece to what was paid, and its fee once", async () => {
    const orderId = await paidOrder();
    const refund = (seen: number, fields: Record<string, string>) =>
      submitRefund(orderId, { intent: "lines", seen: String(seen), reason: "Retour", ...fields });
    // 20 € less a third of 10 €, then the next third: 16,67 + 16,66 + 16,67 = 50.
    expect(await refund(0, { "quantity-0": "1" })).toContain("16,67 € remboursés");
    expect(await refund(1_667, { "quantity-0": "1" })).toContain("16,66 € remboursés");
    const [, note] = await documentsOf(orderId);
    expect(note).toMatchObject({ kind: "credit-note", total: -1_667 });
    expect(note!.snapshot.lines.map(({ name, unitPriceCents }) => [name, unitPriceCents])).toEqual([
      ["crème", -2_000],
      ["Réduction", 333],
    ]);
    expect(await refund(3_333, { "quantity-0": "1", delivery: "5,50" })).toContain(
      "Il reste 5 € de frais de livraison",
    );
    expect(await refund(3_333, { "quantity-0": "1", delivery: "3" })).toContain(
      "19,67 € remboursés",
    );
    expect(await refund(5_300, { delivery: "2,01" })).toContain(
      "Il reste 2 € de frais de livraison",
    );
    expect(
      await submitRefund(orderId, { intent: "rest", seen: "5300", reason: "Retour" }),
    ).toContain("2 € remboursés");
    expect((await orderOf(orderId)).refundedCents).toBe(5_500);
    expect((await refundsOf(orderId)).map((one) => one.deliveryCents).toSorted()).toEqual([
      0, 0, 200, 300,
    ]);
  });

  test("is refunded by mails whose sums add up", async () => {
    const orderId = await paidOrder();
    const fields = { seen: "0", reason: "Retour" };
    const piece = { ...fields, intent: "lines", "quantity-0": "1", delivery: "3", gesture: "1" };
    expect(await submitRefund(orderId, piece)).toContain("20,67 € remboursés");
    const rest = { ...fields, intent: "rest", seen: "2067" };
    expect(await submitRefund(orderId, rest)).toContain("34,33 € remboursés");
    const whole = await paidOrder();
    expect(await submitRefund(whole, { ...fields, intent: "rest" })).toContain("55 € remboursés");
    await sendAllMails(shop);
    const mailed = (await writtenMails(shop.config.dataDir, customer.email))
      .filter((mail) => subjectOf(mail).startsWith("Remboursement"))
      .map(({ html }) => textOf(html));
    for (const sums of [
      /1 × 20 €.* 20 € Réduction NOËL -3,33 € Livraison 3 € Geste commercial 1 € Remboursé 20,67 €/,
      /3 × 20 €.* 60 € Réduction NOËL -10 € Livraison 5 € Total de la commande 55 € Remboursé 34,33 €/,
      /3 × 20 €.* 60 € Réduction NOËL -10 € Livraison 5 € Remboursé 55 €/,
    ])
      expect(mailed).toContainEqual(expect.stringMatching(sums));
  });

  test("a withdrawal from all of it is prefilled with the standard fee", async () => {
    const orderId = await paidOrder();
    const form = (query: string) =>
      admin.read(`/admin/commandes/${orderId}/remboursement?${query}`);
    const delivery = (page: string) => /name="delivery"[^>]*value="([^"]*)"/.exec(page)?.[1];
    expect(delivery(await form("quantity-0=3&motif=R%C3%A9tractation"))).toBe("3");
    expect(delivery(await form("quantity-0=2&motif=R%C3%A9tractation"))).toBe("");
    expect(delivery(await form("quantity-0=3"))).toBe("");
  });
});

describe("a « geste commercial »", () => {
  test("refunds a free sum with its own line on the credit note, never above what remains", async () => {
    const orderId = await paidOrder();
    const gesture = (seen: number, sum: string) =>
      submitRefund(orderId, {
        intent: "lines",
        seen: String(seen),
        reason: "Retard",
        gesture: sum,
      });
    for (const wrong of ["-5", "cinq", "1,2345", "1e3", "10000000"])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await gesture(0, wrong)).toContain("Indiquez un montant en euros");
    expect(await gesture(0, "1,234")).toContain("« 1,234 » se lit 1,2340 ou 1 234");
    expect(await gesture(0, "55,01")).toContain("C’est plus que ce qui reste à rembourser.");
    expect(await gesture(0, "")).toContain("Choisissez au moins un article");
    expect(await refundsOf(orderId)).toEqual([]);
    expect(await gesture(0, "7,50 €")).toContain("7,50 € remboursés");
    const [, note] = await documentsOf(orderId);
    expect(note!.snapshot.lines).toMatchObject([
      { name: "Geste commercial", unitPriceCents: -750, kind: "gesture" },
    ]);
    expect(note!.snapshot.corrects!.leftCents).toBe(4_750);
    for (const page of [`/admin/my-orders/${orderId}`, `/admin/commandes?commande=${orderId}`]) {
      const reader = page.includes("my-orders") ? customer : admin;
      expect(textOf(await reader.read(page))).toMatch(/Remboursé\s*-7,50 €\s*Reste\s*47,50 €/);
    }
    // The articles alone would now exceed what remains.
    const all = { intent: "lines", seen: "750", reason: "Retour", "quantity-0": "3" };
    expect(await submitRefund(orderId, all)).toContain("C’est plus que ce qui reste");
    expect(
      await submitRefund(orderId, { intent: "rest", seen: "750", reason: "Retour" }),
    ).toContain("47,50 € remboursés");
  });

  test("two at once refund one", async () => {
    const orderId = await paidOrder();
    const fields = { intent: "lines", seen: "0", reason: "Retard", gesture: "5", confirmed: "1" };
    const path = `/admin/commandes/${orderId}/remboursement`;
    await Promise.all([1, 2, 3, 4].map(() => admin.post(path, fields)));
    expect((await refundsOf(orderId)).map((one) => one.gestureCents)).toEqual([500]);
  });
});
