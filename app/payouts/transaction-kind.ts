import type { TransactionKind } from "#db/schema/payouts.ts";

const DISPUTES = new Set(["T1106", "T1201", "T1202", "T1205", "T1207", "T1208"]);
const HOLDS = new Set(["T1105", "T1110", "T1111"]);
const FEE_REVERSALS = new Set(["T1108", "T1109"]);

/** What a transaction is by its event code (PayPal, « T-codes »), and its amount in cents as it changes the balance. */
export function kindOf(code: string, amountCents: number): TransactionKind {
  if (code === "T1107") return "refund";
  if (DISPUTES.has(code)) return "dispute";
  if (HOLDS.has(code)) return "hold";
  if (FEE_REVERSALS.has(code)) return "fee";
  // A withdrawal that the bank sent back.
  if (code === "T1101") return "transfer";
  switch (code.slice(0, 3)) {
    case "T00":
      // The account also pays: that is no sale.
      return amountCents > 0 ? "capture" : "other";
    case "T01":
      return "fee";
    case "T03":
    case "T04":
      return "transfer";
    case "T15":
    case "T21":
      return "hold";
    default:
      return "other";
  }
}

export const KIND_LABELS: Record<TransactionKind, string> = {
  capture: "Encaissement",
  refund: "Remboursement",
  dispute: "Litige",
  fee: "Commission",
  transfer: "Virement",
  hold: "Retenue",
  other: "Autre mouvement",
};
