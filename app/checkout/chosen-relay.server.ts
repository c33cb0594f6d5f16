import type { OrderForm } from "#app/orders/order-form-schema.ts";
import type { Services } from "#app/platform/request-context.ts";
import { checkRelay } from "#app/relays/relays.server.ts";

export const CLOSED_RELAY =
  "Ce point de relais n’accepte plus de colis. Choisissez-en un autre, ou faites-vous livrer à domicile.";

/**
 * The order form with its relay point as it is now, or without one when its address was typed. « closed »: the point takes no parcels
 * any more. Asks the provider, so it is called before the order's transaction.
 */
export async function withCheckedRelay(
  { relays }: Pick<Services, "relays">,
  { relay, ...form }: OrderForm,
): Promise<OrderForm | "closed"> {
  const isForRelay = form.shippingMethod === "Point de relais";
  if (!relays || !relay || !isForRelay || relay.country !== (form.country ?? relay.country))
    return form;
  const checked = await checkRelay(relays, { address: form.address, relay });
  if (checked.kind === "closed") return "closed";
  if (checked.kind === "typed") return form;
  return { ...form, address: checked.address, relay: checked.point };
}
