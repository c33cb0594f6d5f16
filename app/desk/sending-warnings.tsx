import { displayName } from "#app/catalogue/product-name.ts";
import type { PackedOrder } from "#app/orders/order-view.ts";
import { missingTexts } from "#app/orders/parcel-view.ts";
import { PaymentWarning } from "#app/payments/payment-warning.tsx";
import { UncheckedRelayNote } from "#app/relays/unchecked-relay-note.tsx";
import { WithdrawalNote } from "#app/returns/withdrawal-note.tsx";
import { OpenRecallNotes } from "#app/safety/open-recall-notes.tsx";
import { Note } from "#app/ui/note.tsx";

/** What an administrator must know before an order is handed over; nothing without warnings. */
export function SendingWarnings({ order }: { order: PackedOrder }) {
  const missing = missingTexts(order.lines, displayName);
  return (
    <>
      {missing.length > 0 && (
        <Note tone="warning" title="Pièces manquantes">
          {`Il manque en stock\u00a0: ${missing.join(", ")}. Vérifiez que le colis contient ces articles, ou envoyez d’abord les autres.`}
        </Note>
      )}
      <UncheckedRelayNote point={order.relayPoint} />
      <OpenRecallNotes {...order} />
      <PaymentWarning {...order} />
      <WithdrawalNote order={order} />
    </>
  );
}
