import { frenchMonthOf } from "#app/ui/french-day.ts";
import type { FiscalKind, FiscalOrigin } from "#db/schema/fiscal.ts";

export const KIND_NAMES: Record<FiscalKind, string> = {
  online: "Encaissement en ligne",
  cash: "Encaissement à la livraison",
  refund: "Remboursement",
};

/** Empty for the shop's own entries. */
export const ORIGIN_NAMES: Record<FiscalOrigin, string> = {
  shop: "",
  import: "Repris d’un import",
  migration: "Repris à la mise à jour",
};

/** « novembre 2026 » from « 2026-11 »; « année 2026 » from « 2026 ». */
export const periodName = (period: string): string =>
  period.includes("-") ? frenchMonthOf(period) : `année ${period}`;

/** « 20 % » from « 20.00 », « 5,5 % » from « 5.50 »; « taux inconnu » from null. */
export const rateName = (vatPercent: string | null): string =>
  vatPercent === null ? "taux inconnu" : `${String(Number(vatPercent)).replace(".", ",")}\u00a0%`;
