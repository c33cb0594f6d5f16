import { contactHref } from "#app/messages/contact-query.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import {
  countedText,
  PickUpForm,
  RefusedDay,
  type PickUpPanelProps,
} from "#app/parcels/pick-up-form.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { TextLink } from "#app/ui/link.tsx";

/**
 * For the customer of an order delivered to a relay point: the first and last day of the withdrawal period, and the form « J’ai retiré
 * mon colis le … ». Renders no form once the period is over.
 */
export function PickUpPanel({ order, refused }: PickUpPanelProps) {
  const { keptUntil, pickedUpSource, isWithdrawalOver, cancelledAt } = order;
  if (!keptUntil || isWithdrawalOver || cancelledAt) return <RefusedDay refused={refused} />;
  return (
    <Panel id="retrait" title="Retrait au point de relais" body="stack">
      <p>{countedText(order, "selon vous")}</p>
      {pickedUpSource === "customer" && <RefusedDay refused={refused} />}
      {pickedUpSource !== "customer" && (
        <PickUpForm label="J’ai retiré mon colis le" refused={refused}>
          Le dernier, s’il y en a plusieurs. Retiré après le {frenchLongDay(keptUntil)}&nbsp;?{" "}
          <TextLink to={contactHref(deliveryNumber(order.id))}>Écrivez-nous</TextLink>.
        </PickUpForm>
      )}
    </Panel>
  );
}
