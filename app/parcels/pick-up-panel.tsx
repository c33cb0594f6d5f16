import { PICK_UP_SOURCES } from "#app/orders/pick-up.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { countedText, PickUpForm, RefusedDay, type PickUpPanelProps } from "./pick-up-form.tsx";

/** When the parcels of an order were picked up at its relay point, for administrators. */
export function PickUpOfOrder({ order, refused }: PickUpPanelProps) {
  if (!order.keptUntil || order.cancelledAt) return <RefusedDay refused={refused} />;
  return (
    <Panel id="retrait" title="Retrait au point de relais" body="stack">
      <p>{countedText(order, PICK_UP_SOURCES.customer)}</p>
      <PickUpForm label="Colis retiré le" refused={refused}>
        Le dernier, s’il y en a plusieurs. Un jour noté après coup n’enlève rien au délai déjà
        annoncé au client.
      </PickUpForm>
    </Panel>
  );
}
