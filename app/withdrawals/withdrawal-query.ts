import type { WithdrawalState } from "#app/orders/order-view.ts";
import { listFields, listHref } from "#app/ui/areas/list-address.ts";
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

const CLOSABLE = new Set<WithdrawalState>(["unmatched", "to-cancel", "to-refund", "late"]);
/** Whether an administrator may close a statement in this state without a refund. */
export const isClosable = (state: WithdrawalState): boolean => CLOSABLE.has(state);

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
