import type { InvoiceSnapshot } from "#app/invoices/invoice-schema.ts";
import type { FiscalKind } from "#db/schema/fiscal.ts";
import type { TransactionKind } from "#db/schema/payouts.ts";

/** An account of the French chart of accounts (plan comptable général): number and label. */
type Account = readonly [number: string, label: string];

const CUSTOMERS: Account = ["411000", "Clients"];
const SALES: Account = ["707000", "Ventes de marchandises"];
const SALES_ABROAD: Account = ["707100", "Ventes à distance (UE)"];
const DELIVERY: Account = ["708500", "Ports et frais accessoires facturés"];
const VAT: Account = ["445710", "TVA collectée"];
const VAT_ABROAD: Account = ["445711", "TVA collectée, guichet unique OSS"];
const PROVIDER: Account = ["517000", "PayPal"];
const CASH: Account = ["530000", "Caisse"];
const OTHERS: Account = ["467000", "Autres comptes débiteurs ou créditeurs"];
const FEES: Account = ["627000", "Services bancaires et assimilés"];
const BANK: Account = ["512000", "Banque"];

/** A line of an accounting entry; one of `debit` and `credit` is 0. Cents. */
export type EntryLine = { account: Account; debit: number; credit: number };

/** An invoice or credit note, and how its money moved. */
export type AccountedDocument = {
  snapshot: InvoiceSnapshot;
  /** Cents, VAT included; negative on a credit note. */
  totalCents: number;
  /** Null: no money moved. */
  movedBy: FiscalKind | null;
  /** A refund: whether it went through the payment provider. */
  isByProvider: boolean;
  /** Its VAT is that of another country of delivery (one-stop shop). */
  isOss: boolean;
};

/** A debit of `cents`, or a credit when negative; nothing for 0. */
const line = (account: Account, cents: number): EntryLine[] =>
  cents === 0 ? [] : [{ account, debit: Math.max(cents, 0), credit: Math.max(-cents, 0) }];

/** The sale of an invoice: the customer owes, goods, delivery and VAT are earned; reversed for a credit note. Balanced. */
export function saleLines({ snapshot, totalCents, isOss }: AccountedDocument): EntryLine[] {
  const delivery = snapshot.lines
    .filter(({ kind }) => kind === "delivery")
    .reduce(
      (sum, { unitPriceCents, quantity, vatCents }) => sum + unitPriceCents * quantity - vatCents,
      0,
    );
  return [
    ...line(CUSTOMERS, totalCents),
    ...line(isOss ? SALES_ABROAD : SALES, -(totalCents - snapshot.vatCents - delivery)),
    ...line(DELIVERY, -delivery),
    ...line(isOss ? VAT_ABROAD : VAT, -snapshot.vatCents),
  ];
}

/** The money of an invoice or credit note against what the customer owes. Balanced; empty when none moved. */
export function paymentLines({
  totalCents,
  movedBy,
  isByProvider,
  snapshot,
}: AccountedDocument): EntryLine[] {
  if (!movedBy) return [];
  const isCash = snapshot.payment.method === "Paiement à la livraison";
  const refundedFrom = isByProvider ? PROVIDER : isCash ? CASH : OTHERS;
  const account = { online: PROVIDER, cash: CASH, refund: refundedFrom }[movedBy];
  return [...line(account, totalCents), ...line(CUSTOMERS, -totalCents)];
}

/** A transaction of the payment provider; amounts as they change its balance, in cents. */
export type AccountedTransaction = { kind: TransactionKind; amountCents: number; feeCents: number };

/**
 * A transaction of the provider against what it is: fees, the bank, or others (disputes), which the accountant clears. The amount of
 * a capture or refund is in the entry of its document, so only its fee is here. Balanced; empty for a hold, which moves nothing.
 */
export function transactionLines({
  kind,
  amountCents,
  feeCents,
}: AccountedTransaction): EntryLine[] {
  if (kind === "hold") return [];
  const isOfDocument = kind === "capture" || kind === "refund";
  const amount = isOfDocument || kind === "fee" ? 0 : amountCents;
  const fees = feeCents + (kind === "fee" ? amountCents : 0);
  return [
    ...line(PROVIDER, amount + fees),
    ...line(kind === "transfer" ? BANK : OTHERS, -amount),
    ...line(FEES, -fees),
  ];
}
