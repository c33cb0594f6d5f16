import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { expect } from "vitest";
import { invoiceSnapshot } from "#app/invoices/invoice-schema.ts";
import { issueCreditNote } from "#app/invoices/issue-invoice.server.ts";
import { invoices, orderLines, orders } from "#db/schema/index.ts";
import { invoiceFor } from "./invoice-for.ts";
import { openShop } from "./shop.ts";

type Credit = Parameters<typeof issueCreditNote>[2];

/** The current year in Paris time. */
export const year = Number(
  new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", year: "numeric" }).format(
    new Date(),
  ),
);

export const numbersUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => index + 1);

/** A shop with the settings for complete invoices, and helpers to insert paid orders and to issue invoices. */
export async function openInvoiceShop() {
  const shop = await openShop({
    SHOP_LEGAL_NAME: "Ma Boutique SARL",
    SHOP_SIREN: "123 456 782",
    SHOP_REGISTRATION: "SARL au capital de 5 000 €, RCS Lyon 123 456 782",
    SHOP_HOSTING: "Hébergeur SA, 59100 Roubaix, 09 00 00 00 00",
    SHOP_MEDIATOR: "Médiation Conso, https://mediation.exemple.fr",
  });
  const { db, sql, settings } = shop;

  /** Inserts `count` orders paid online, with one line of 34 € by default; returns their ids. */
  async function paidOrders(
    count: number,
    {
      lines = [{ name: "crème de jour", unitPriceCents: 3400, quantity: 1 }],
      customerId = null as string | null,
    } = {},
  ): Promise<string[]> {
    const ids = Array.from({ length: count }, () => ulid());
    const totalCents = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
    await db.transaction(async (tx) => {
      await tx.insert(orders).values(
        ids.map((id) => ({
          id,
          customerId,
          idempotencyKey: id,
          totalCents,
          shippingMethod: "Livraison à domicile" as const,
          paymentMethod: "Paiement securisé en ligne" as const,
          shippingAddress: "14 rue des Lilas\n69003 Lyon",
          phoneNumber: "06 12 34 56 78",
          customerName: "Claire Aubry",
          shippingFrom: "2026-11-20",
          shippingUntil: "2026-11-24",
          termsVersion: "2024-02-19",
          isPaid: true,
          paidAt: new Date("2026-11-20T23:30:00Z"),
          createdAt: new Date("2026-11-20T10:00:00Z"),
        })),
      );
      await tx.insert(orderLines).values(
        ids.flatMap((orderId) =>
          lines.map((line, position) => ({
            orderId,
            position,
            productId: `p${position}`,
            ...line,
          })),
        ),
      );
    });
    return ids;
  }

  const issue = (orderId: string, seller = settings.current().shop) =>
    db.transaction((tx) => invoiceFor(tx, orderId, seller));
  const credit = (
    orderId: string,
    refundId: string,
    amountCents: number,
    lines: Credit["lines"] = [],
  ) =>
    db.transaction((tx) =>
      issueCreditNote(tx, orderId, { refundId, amountCents, reason: "article abîmé", lines }),
    );
  const rowOf = async ({ number }: { number: string }) => {
    const [row] = await db.select().from(invoices).where(eq(invoices.number, number));
    expect(invoiceSnapshot.parse(row!.snapshot)).toEqual(row!.snapshot);
    return row!;
  };
  /** The sequence numbers of this year's invoices of a kind, by time of issue. */
  const sequences = async (kind: string) =>
    (
      await sql`SELECT sequence FROM invoices WHERE kind = ${kind} AND year = ${year} ORDER BY issued_at, sequence`
    ).map((row) => row["sequence"] as number);

  return { shop, paidOrders, issue, credit, rowOf, sequences };
}
