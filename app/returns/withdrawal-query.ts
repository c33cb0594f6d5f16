import type { WithdrawalState } from "#app/orders/withdrawal-view.ts";
import { listFields, listHref } from "#app/ui/areas/list-address.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { pageNumber } from "#app/ui/page-number.ts";

/** The `etat` filter of the list's URL. */
export const WITHDRAWAL_GROUPS = [
  "a-traiter",
  "a-rapprocher",
  "hors-delai",
  "terminees",
  "toutes",
] as const;
export type WithdrawalGroup = (typeof WITHDRAWAL_GROUPS)[number];

type Closing = {
  state: WithdrawalState;
  createdAt: Date;
  /** The last day of the legal period; null until delivered. */
  legalUntil: string | null;
  isForLateDelivery: boolean;
};

/** Whether a refund, or the cancellation of an unpaid order, is still to be done. */
const isToSettle = (state: WithdrawalState) => state === "to-refund" || state === "to-cancel";

/**
 * Whether a statement ends the contract by law, so that only its refund or cancellation, or its author, ends it (L221-24, L216-7): made
 * before the legal end, or for a late delivery.
 */
export const isBinding = ({ state, createdAt, legalUntil, isForLateDelivery }: Closing): boolean =>
  isToSettle(state) &&
  (isForLateDelivery || legalUntil === null || parisDay(createdAt) <= legalUntil);

/** Whether an administrator may close a statement without a refund: of no known order, too late, or in the days that the shop offers. */
export const isClosable = (stated: Closing): boolean =>
  stated.state === "unmatched" ||
  stated.state === "late" ||
  (isToSettle(stated.state) && !isBinding(stated));

/** The parsed query string of /admin/retractations. */
export type WithdrawalQuery = { page: number; group: WithdrawalGroup };

export function parseWithdrawalQuery(search: URLSearchParams): WithdrawalQuery {
  return {
    page: pageNumber(search),
    group: WITHDRAWAL_GROUPS.find((group) => group === search.get("etat")) ?? "a-traiter",
  };
}

/** The path of the list with this query, without parameters that equal their defaults. */
export function withdrawalsHref({ page, group }: WithdrawalQuery): string {
  return listHref(
    "/admin/retractations",
    listFields(page, { etat: group !== "a-traiter" && group }),
  );
}
