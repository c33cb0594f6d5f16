import type { WithdrawalState } from "#app/orders/withdrawal-view.ts";
import { listAddress, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choice } from "#app/ui/areas/list-filters.ts";
import { parisDay } from "#app/ui/french-date.ts";

export const withdrawalsAddress = listAddress("/admin/retractations", {
  group: choice("etat", "État", {
    "a-traiter": "À traiter",
    "a-rapprocher": "À rapprocher",
    "hors-delai": "Hors délai",
    terminees: "Terminées",
    toutes: "Toutes",
  }),
});
export type WithdrawalQuery = QueryOf<typeof withdrawalsAddress>;
export type WithdrawalGroup = WithdrawalQuery["group"];

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
 * Whether a statement ends the contract by law (consumer code, L221-24, L216-7): it was made within the legal period, or for a late
 * delivery. The shop must then refund or cancel the order; only the customer may take the statement back.
 */
export const isBinding = ({ state, createdAt, legalUntil, isForLateDelivery }: Closing): boolean =>
  isToSettle(state) &&
  (isForLateDelivery || legalUntil === null || parisDay(createdAt) <= legalUntil);

/**
 * Whether an administrator may close a statement without a refund: no order is known, it came too late, or only within the extra days
 * that the shop offers beyond the legal period.
 */
export const isClosable = (stated: Closing): boolean =>
  stated.state === "unmatched" ||
  stated.state === "late" ||
  (isToSettle(stated.state) && !isBinding(stated));
