import { deliveryNumber, type OrderView } from "#app/orders/order-view.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";

type WithdrawalLinkProps = {
  order: Pick<OrderView, "id" | "cancelledAt" | "withdrawableUntil" | "isWithdrawalOver">;
  className: string;
  hasIcon?: boolean;
};

/**
 * « Renoncer au contrat ici » (Code de la consommation, L221-21 and D221-5) from the order's placing until the end of the
 * offered period; then the day on which the period ended. Nothing for a cancelled order.
 */
export function WithdrawalLink({ order, className, hasIcon }: WithdrawalLinkProps) {
  const { id, cancelledAt, withdrawableUntil, isWithdrawalOver } = order;
  if (cancelledAt) return null;
  if (isWithdrawalOver && withdrawableUntil)
    return (
      <p className="soft small">
        <span className="sr">Rétractation&nbsp;: </span>
        Le délai est passé depuis le {frenchLongDay(withdrawableUntil)}.
      </p>
    );
  return (
    <Link className={className} to={`/retractation?commande=${deliveryNumber(id)}`}>
      {hasIcon && <Icon name="rotate-ccw" />}
      <span>Renoncer au contrat ici</span>
      {!hasIcon && <span className="sr">{`, commande ${deliveryNumber(id)}`}</span>}
    </Link>
  );
}
