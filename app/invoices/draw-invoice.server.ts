import { displayName } from "#app/catalogue/product-name.ts";
import type { Shop } from "#app/settings/shop.ts";
import { frenchDay } from "#app/ui/french-date.ts";
import { frenchLongDay, frenchPeriod } from "#app/ui/french-day.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import { frenchPercent } from "#app/ui/french-percent.ts";
import { facturXml } from "./factur-x-xml.ts";
import { FRANCHISE_MENTION, totalOf, type InvoiceSnapshot } from "./invoice-schema.ts";
import { openSheet, type Column, type Sheet } from "./invoice-sheet.server.ts";
import { includedVat } from "./vat.ts";

export type DrawnInvoice = { number: string; issuedAt: Date; snapshot: InvoiceSnapshot };

/**
 * The invoice or credit note as a PDF, in the look of `shop`: A4, tagged for screen readers, deterministic bytes.
 * Its mandatory mentions are those of CGI, annexe II, article 242 nonies A.
 */
export const drawInvoice = (invoice: DrawnInvoice, shop: Shop): Promise<Buffer> =>
  draw(invoice, shop);

/** `drawInvoice` as a Factur-X: a PDF/A-3 with the invoice's XML attached. */
export const drawFacturX = (invoice: DrawnInvoice, shop: Shop): Promise<Buffer> =>
  draw(invoice, shop, facturXml(invoice));

async function draw(invoice: DrawnInvoice, shop: Shop, facturX?: string): Promise<Buffer> {
  const { number, issuedAt, snapshot } = invoice;
  const { seller, buyer, corrects } = snapshot;
  const kind = corrects ? "Avoir" : "Facture";
  const sheet = await openSheet({
    title: `${kind} ${number}`,
    author: seller.name,
    shop,
    createdAt: issuedAt,
    facturX,
    footer: [seller.name, seller.address, seller.siren && `SIREN ${seller.siren}`]
      .filter(Boolean)
      .join(" · "),
  });
  sheet.brand(shop.name.toLocaleUpperCase("fr"));
  sheet.title(`${kind} ${number}`, `du ${frenchDay(issuedAt)}`);
  sheet.columns([
    {
      label: "Vendeur",
      lines: [
        seller.name,
        seller.address,
        seller.registration ?? "",
        seller.siren && `SIREN ${seller.siren}`,
        seller.vatNumber && `N° de TVA ${seller.vatNumber}`,
        seller.email,
        seller.phone,
      ],
    },
    {
      label: "Client",
      lines: [
        buyer.company ?? "",
        buyer.name,
        buyer.address,
        buyer.siren ? `SIREN ${buyer.siren}` : "",
        buyer.vatNumber ? `N° de TVA ${buyer.vatNumber}` : "",
      ],
    },
  ]);
  sheet.columns(factsOf(snapshot));
  drawLines(sheet, snapshot);
  if (!corrects) {
    const { method, paidOn, terms } = snapshot.payment;
    sheet.paragraph(`Facture acquittée le ${frenchLongDay(paidOn)} (${method}).`);
    if (terms) sheet.paragraph([terms.discount, terms.penalties, terms.recovery].join(" "));
  }
  if (snapshot.operation) sheet.paragraph(`Catégorie de l’opération\u00a0: ${snapshot.operation}.`);
  if (corrects?.leftCents !== undefined)
    sheet.paragraph(
      `Après cet avoir, il reste ${euros(corrects.leftCents)} de la facture ${corrects.number}.`,
    );
  if (snapshot.vatPercent === 0) sheet.paragraph(snapshot.vatMention ?? FRANCHISE_MENTION);
  return sheet.close();
}

function factsOf({ order, delivery, corrects }: InvoiceSnapshot) {
  const { deliveredOn, from, until, method, address = "" } = delivery;
  const placed = {
    label: "Commande",
    lines: [order.number, `passée le ${frenchLongDay(order.placedOn)}`],
  };
  if (corrects)
    return [
      {
        label: "Facture corrigée",
        lines: [corrects.number, `du ${frenchLongDay(corrects.issuedOn)}`],
      },
      placed,
      { label: "Motif", lines: [corrects.reason] },
    ];
  const when = deliveredOn
    ? `livrée le ${frenchLongDay(deliveredOn)}`
    : `prévue ${frenchPeriod(from, until)}`;
  return [placed, { label: "Livraison", lines: [method, address, when] }];
}

function drawLines(sheet: Sheet, { lines, vatPercent, vatCents }: InvoiceSnapshot): void {
  const hasVat = vatPercent > 0;
  const rows = lines.map((line) => {
    const { name, quantity, unitPriceCents } = line;
    const total = unitPriceCents * quantity;
    const beforeVat = unitPriceCents - includedVat(unitPriceCents, vatPercent);
    return hasVat
      ? [
          displayName(name),
          String(quantity),
          euros(beforeVat),
          euros(unitPriceCents),
          euros(line.vatCents),
          euros(total),
        ]
      : [displayName(name), String(quantity), euros(unitPriceCents), euros(total)];
  });
  sheet.table(hasVat ? columnsWithVat(vatPercent) : COLUMNS_WITHOUT_VAT, rows);
  const total = totalOf(lines);
  sheet.totals(
    hasVat
      ? [
          ["Total HT", euros(total - vatCents)],
          [`TVA ${frenchPercent(vatPercent)}`, euros(vatCents)],
          ["Total TTC", euros(total)],
        ]
      : [["Total", euros(total)]],
  );
}

const columnsWithVat = (vatPercent: number): Column[] => [
  { head: "Désignation", width: 183 },
  { head: "Quantité", width: 52 },
  { head: "Prix unitaire\nHT", width: 66 },
  { head: "Prix unitaire\nTTC", width: 66 },
  { head: `TVA ${frenchPercent(vatPercent)}`, width: 60 },
  { head: "Total TTC", width: 68 },
];
const COLUMNS_WITHOUT_VAT: Column[] = [
  { head: "Désignation", width: 275 },
  { head: "Quantité", width: 60 },
  { head: "Prix unitaire", width: 80 },
  { head: "Total", width: 80 },
];

/** « 1 234,50 € »: unlike `formatPrice`, always with cents. */
function euros(cents: number): string {
  const amount = Math.abs(cents);
  const rest = String(amount % 100).padStart(2, "0");
  return `${cents < 0 ? "-" : ""}${frenchNumber(Math.floor(amount / 100))},${rest}\u00a0€`;
}
