import { issueInvoice } from "#app/invoices/issue-invoice.server.ts";
import { readOrderForMail } from "#app/orders/order-for-mail.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Shop } from "#app/settings/shop.ts";

/** Issues the invoice of an order as the shop's verbs do. */
export const invoiceFor = async (tx: Transaction, orderId: string, seller: Shop) =>
  issueInvoice(tx, await readOrderForMail(tx, orderId), seller);
