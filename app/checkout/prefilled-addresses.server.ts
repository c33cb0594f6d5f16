import type { StoredAddress } from "#app/addresses/addresses.server.ts";
import { deliveryCountries } from "#app/delivery/delivery-country.server.ts";
import { HOME } from "#app/platform/methods-schema.ts";
import type { Settings } from "#app/settings-values.ts";
import { formatPhone } from "#app/ui/phone-schema.ts";
import { addressField } from "./order-draft.ts";

/** The values of the order form's fields from a customer's default addresses, by field name. */
export function prefilledFrom(
  settings: Pick<Settings, "sales">,
  book: readonly StoredAddress[],
): Record<string, string> {
  const countries = deliveryCountries(settings).map(({ code }) => code);
  const defaultOf = (kind: StoredAddress["kind"]) =>
    book.find((address) => address.isDefault && address.kind === kind);
  const [home, billing] = [defaultOf("delivery"), defaultOf("billing")];
  // An order to a relay point needs another address for its invoice: the customer's home.
  const billed = billing ?? home;
  return {
    ...(home &&
      countries.includes(home.country) && {
        name: home.name,
        ...(home.phone && { phone: formatPhone(home.phone) }),
        [addressField(HOME)]: home.street,
        postalCode: home.postalCode,
        town: home.town,
        country: home.country,
      }),
    ...(billing && { billing: "1" }),
    ...(billed && {
      billingName: billed.name,
      billingAddress: billed.street,
      billingPostalCode: billed.postalCode,
      billingTown: billed.town,
      billingCountry: billed.country,
      ...(billed.company && {
        billingCompany: billed.company,
        billingSiren: billed.siren,
        billingVatNumber: billed.vatNumber,
      }),
    }),
  };
}
