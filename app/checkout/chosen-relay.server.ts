import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { chosenCountry, deliveryCountries } from "#app/delivery/delivery-country.server.ts";
import type { OrderForm } from "#app/orders/order-form-schema.ts";
import { RELAY } from "#app/platform/methods-schema.ts";
import { relayText } from "#app/relays/relay-text.ts";
import { checkRelay } from "#app/relays/relays.server.ts";
import type { Services } from "#app/request-context.ts";
import { orders } from "#db/schema/index.ts";
import { addressField } from "./order-draft.ts";

/**
 * The values of the order form's fields for the relay point that a customer chose last, by field name; none without a search for points,
 * or when the shop no longer delivers to its country.
 */
export async function lastRelay(
  { db, relays, settings }: Pick<Services, "db" | "relays" | "settings">,
  customerId: string | null,
): Promise<Record<string, string>> {
  if (!relays || customerId === null) return {};
  const [last] = await db
    .select({ point: orders.relayPoint })
    .from(orders)
    .where(
      and(
        eq(orders.customerId, customerId),
        // An order that joined the account later may be a stranger's.
        isNull(orders.joinedFrom),
        isNotNull(orders.relayPoint),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1);
  const point = last?.point;
  const countries = deliveryCountries(settings.current().groups);
  if (!point || !countries.some(({ code }) => code === point.country)) return {};
  return {
    relay: JSON.stringify(point),
    [addressField(RELAY)]: relayText(point),
  };
}

/**
 * The order form with the current data of its relay point; without a point if the address was typed or the point is in another country.
 * « closed »: the point takes no parcels any more. Calls the provider, so call it before the transaction.
 */
export async function withCheckedRelay(
  { relays, settings }: Pick<Services, "relays" | "settings">,
  { relay, ...form }: OrderForm,
): Promise<OrderForm | "closed"> {
  if (!relays || !relay || form.shippingMethod !== RELAY) return form;
  const countries = deliveryCountries(settings.current().groups);
  const country = chosenCountry(countries, form.country)?.code;
  if (relay.country !== country) return form;
  const checked = await checkRelay(relays, { address: form.address, relay });
  if (checked.kind === "closed") return "closed";
  if (checked.kind === "typed" || checked.point.country !== country) return form;
  // Drop the typed place: the delivery fee must follow the place of the relay point.
  const { street: _street, postalCode: _code, town: _town, ...rest } = form;
  return { ...rest, address: checked.address, relay: checked.point };
}
