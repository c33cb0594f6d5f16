import type { TransactionKind } from "#db/schema/payouts.ts";

/** What moved in a month, in euros, as it changes the balance. Cents. `month`: « 2026-11 ». */
export type MonthSums = { month: string; feeCents: number } & Record<
  `${Exclude<TransactionKind, "fee">}Cents`,
  number
>;

/** What a month's movements change in the balance. Holds stay in it. */
export const netOf = (sums: Omit<MonthSums, "month">): number =>
  sums.captureCents +
  sums.refundCents +
  sums.disputeCents +
  sums.transferCents +
  sums.otherCents +
  sums.feeCents;
