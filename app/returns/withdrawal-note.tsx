import { isLateCancelled, openWithdrawals, withdrawnText } from "#app/orders/open-withdrawals.ts";
import type { OrderView } from "#app/orders/order-view.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";

/** A warning for administrators about an order's withdrawals without refund; nothing without one. */
export function WithdrawalNote({ order }: { order: OrderView }) {
  const open = openWithdrawals(order);
  if (open.length === 0) return null;
  return (
    <Note tone="warning" title={withdrawnText(isLateCancelled(order))}>
      <p className="legal__kept">
        <span>{`${open.map(({ articles }) => articles || "Toute la commande").join("\u00a0; ")}. `}</span>
        <span>
          {!order.isDelivered &&
            !order.cancelledAt &&
            "N’envoyez plus ces articles sans son accord. "}
        </span>
        <TextLink to="/admin/retractations">Voir les rétractations</TextLink>
      </p>
    </Note>
  );
}
