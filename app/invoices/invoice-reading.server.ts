import { and, eq, getTableColumns } from "drizzle-orm";
import { isOwnedBy, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { drawnInThread } from "#app/platform/drawing-thread.server.ts";
import type { Shop } from "#app/settings/shop.ts";
import { invoices, orders } from "#db/schema/index.ts";
import { drawFacturX, drawInvoice } from "./draw-invoice.server.ts";
import { canBeFacturX } from "./factur-x-xml.ts";

const drawInvoiceInThread = drawnInThread("invoice", drawInvoice);
const drawFacturXInThread = drawnInThread("factur-x", drawFacturX);

type File = { filename: string; content: Buffer };
/** The files that are being drawn, by look of the shop and number. */
const underWay = new WeakMap<Shop, Map<string, Promise<File | null>>>();

/**
 * An invoice or credit note as a PDF, in the look of `shop`; null if the number does not exist. Does not check access rights. However
 * often it is asked for at the same time, it is drawn once: mails and other invoices share the thread.
 */
export function invoicePdf(db: Queryable, number: string, shop: Shop): Promise<File | null> {
  const files = underWay.get(shop) ?? new Map<string, Promise<File | null>>();
  underWay.set(shop, files);
  const file = files.get(number) ?? drawFile(db, number, shop).finally(() => files.delete(number));
  files.set(number, file);
  return file;
}

async function drawFile(db: Queryable, number: string, shop: Shop): Promise<File | null> {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.number, number));
  if (!invoice) return null;
  const content = Buffer.from(await drawInvoiceInThread(invoice, shop));
  return { filename: `${kindOf(invoice)}-${number}.pdf`, content };
}

const kindOf = ({ kind }: { kind: string }) => (kind === "invoice" ? "Facture" : "Avoir");

type Reader = OrderOwner & { viewer: Pick<Viewer, "isAdmin"> | null };

/** `invoicePdf` with a check of access rights: null also if the reader neither owns the order nor is an administrator. */
export async function invoicePdfFor(
  db: Queryable,
  reader: Reader,
  number: string,
  shop: Shop,
): Promise<File | null> {
  return (await invoiceFor(db, reader, number)) ? invoicePdf(db, number, shop) : null;
}

/** The invoice as a Factur-X, with the same check; « unnamed » if it lacks the seller's data that EN 16931 requires. */
export async function facturXFor(
  db: Queryable,
  reader: Reader,
  number: string,
  shop: Shop,
): Promise<File | "unnamed" | null> {
  const invoice = await invoiceFor(db, reader, number);
  if (!invoice) return null;
  if (!canBeFacturX(invoice.snapshot)) return "unnamed";
  const content = Buffer.from(await drawFacturXInThread(invoice, shop));
  return { filename: `${kindOf(invoice)}-${number}-factur-x.pdf`, content };
}

async function invoiceFor(db: Queryable, reader: Reader, number: string) {
  if (!/^[FA]-\d{4}-\d{6,10}$/.test(number)) return null;
  const own = reader.viewer?.isAdmin ? undefined : isOwnedBy(reader);
  const [found] = await db
    .select(getTableColumns(invoices))
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(and(eq(invoices.number, number), own));
  return found ?? null;
}
