import type { InvoiceSnapshot } from "#app/invoices/invoice-schema.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import type { FiscalKind } from "#db/schema/fiscal.ts";
import type { TransactionKind } from "#db/schema/payouts.ts";
import type { LedgerAccounts } from "./ledger-accounts-settings.ts";

/** An account, by its name in the settings. */
type LedgerAccount = keyof LedgerAccounts;

/** A line of an accounting entry; one of `debit` and `credit` is 0. Cents. */
export type EntryLine = { account: LedgerAccount; debit: number; credit: number };

/** An invoice or credit note, and how its money moved. */
export type AccountedDocument = {
  snapshot: InvoiceSnapshot;
  /** Cents, VAT included; negative on a credit note. */
  totalCents: number;
  /** Null: no money moved. */
  movedBy: FiscalKind | null;
  /** A refund: whether it went through the payment provider. */
  isByProvider: boolean;
  /** The VAT is that of a foreign country of delivery (one-stop shop). */
  isOss: boolean;
};

/** A debit of `cents`, or a credit when negative; nothing for 0. */
const line = (account: LedgerAccount, cents: number): EntryLine[] =>
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
    ...line("customers", totalCents),
    ...line(isOss ? "salesAbroad" : "sales", -(totalCents - snapshot.vatCents - delivery)),
    ...line("delivery", -delivery),
    ...line(isOss ? "vatAbroad" : "vat", -snapshot.vatCents),
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
  const isCash = snapshot.payment.method === CASH;
  const refundedFrom = isByProvider ? "provider" : isCash ? "cash" : "others";
  const account = ({ online: "provider", cash: "cash", refund: refundedFrom } as const)[movedBy];
  return [...line(account, totalCents), ...line("customers", -totalCents)];
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
    ...line("provider", amount + fees),
    ...line(kind === "transfer" ? "bank" : "others", -amount),
    ...line("fees", -fees),
  ];
}
