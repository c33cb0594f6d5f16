import type { StoredAddress } from "#app/addresses/addresses.server.ts";
import { ADDRESS_COUNTRIES } from "#app/addresses/book-schema.ts";
import {
  chosenCountry,
  deliveryCountries,
  withCountry,
} from "#app/delivery/delivery-country.server.ts";
import { placeDoubt, placeIn } from "#app/delivery/towns.server.ts";
import type { OrderForm } from "#app/orders/order-form-schema.ts";
import { foreignPhone } from "#app/platform/foreign-phone.server.ts";
import { HOME } from "#app/platform/methods-schema.ts";
import { companyFault } from "#app/settings/buyer-numbers-schema.ts";
import type { Settings } from "#app/settings/groups.ts";
import { joinParts, LONGEST_ADDRESS } from "#app/ui/address-schema.ts";
import { formatPhone } from "#app/ui/phone-schema.ts";
import { addressField } from "./order-attempt.ts";

type Countries = Pick<Settings, "sales">;
/** The values of the order form's fields from a customer's default addresses, by field name. */
export function prefilledFrom(
  settings: Countries,
  book: readonly StoredAddress[],
): Record<string, string> {
  const countries = deliveryCountries(settings).map(({ code }) => code);
  const defaultOf = (kind: StoredAddress["kind"]) =>
    book.find((address) => address.isDefault && address.kind === kind);
  const [home, billing] = [defaultOf("delivery"), defaultOf("billing")];
  // To a relay point, the invoice needs the customer's own address.
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

/**
 * Completes a posted order form: joins the fields of an address to its text, which is what the order shows (specification §3), with a
 * foreign country as its last line. `street`, `postalCode` and `town` become the parts of the address of a delivery at home, or
 * are removed when they are not known. Returns whether they come from their own fields.
 */
export function joinAddresses(settings: Countries, form: FormData): { hasFields: boolean } {
  // Of a repeated field the last value counts, here as in the schema.
  const fields = [...form];
  for (const [name, value] of fields) form.set(name, value);
  const typed = textOf(form, "address");
  const isHome = form.get("shippingMethod") === HOME;
  const parts = isHome
    ? partsOf(typed, visibleCode(textOf(form, "postalCode")), textOf(form, "town"))
    : null;
  for (const name of ["street", "postalCode", "town"]) form.delete(name);
  for (const [name, value] of Object.entries(parts?.known ?? {})) form.set(name, value);
  const code = form.get("country");
  const country = chosenCountry(
    deliveryCountries(settings),
    typeof code === "string" ? code : undefined,
  );
  if (country) form.set("phone", foreignPhone(textOf(form, "phone"), country.code));
  // Without an address the form is another version's, or not the page's: it is refused as it is.
  if (form.has("address")) form.set("address", withCountry(parts?.text ?? typed, country));
  if (form.get("billing") === "1") joinBilling(form, isHome);
  else for (const name of ["billingName", "billingAddress", ...COMPANY]) form.delete(name);
  return { hasFields: parts?.hasFields ?? false };
}

/** The address's text, and its parts if they are known: those of the fields, unless the text has the same postal code. */
function partsOf(typed: string, postalCode: string, town: string) {
  // A text that is too long for an address is refused anyway.
  if (typed.length > LONGEST_ADDRESS || postalCode.length > 12 || town.length > 100)
    return { text: typed, known: null, hasFields: false };
  const inText = placeIn(typed);
  const fields = { street: typed.trim(), postalCode: postalCode.trim(), town: town.trim() };
  const isInText = inText?.postalCode === fields.postalCode.replaceAll(/\s/g, "");
  if (typed.trim() === "" || isInText || (fields.postalCode === "" && fields.town === ""))
    return { text: typed, known: inText?.street ? inText : null, hasFields: false };
  const known = fields.postalCode && fields.town ? fields : null;
  return { text: joinParts(fields), known, hasFields: true };
}

const COMPANY = ["billingCompany", "billingSiren", "billingVatNumber"];

/**
 * Joins the billing address, which may be in any country. A company without a name or an address has those of the delivery at home.
 */
function joinBilling(form: FormData, isHome: boolean): void {
  const field = (name: string) => textOf(form, `billing${name}`);
  const isCompany = field("Company").trim() !== "";
  if (!isCompany) for (const name of COMPANY) form.delete(name);
  const { text } = partsOf(field("Address"), field("PostalCode"), field("Town"));
  const country = ADDRESS_COUNTRIES.find(({ code }) => code === field("Country"));
  const isAtDelivery = isCompany && isHome && text.trim() === "";
  form.set("billingAddress", isAtDelivery ? textOf(form, "address") : withCountry(text, country));
  const name = field("Name");
  form.set("billingName", isCompany && name.trim() === "" ? textOf(form, "name") : name);
}

/** What the numbers of a company contradict, by field; null if nothing. */
export function companyErrors(order: OrderForm): Record<string, string> | null {
  const fault = companyFault({ siren: order.billingSiren, vatNumber: order.billingVatNumber });
  if (!fault) return null;
  return { [fault.field === "siren" ? "billingSiren" : "billingVatNumber"]: fault.message };
}

/** A typed postal code without invisible characters, and « 75011 » for « F-75011 ». */
const visibleCode = (typed: string) =>
  typed.replaceAll(/\p{Cf}/gu, "").replace(/^\W*F-(?=\d{2} ?\d{3}\s*$)/i, "");

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/**
 * The doubt about the place of a delivery at home in France, by the field where it was typed, with the place that is kept when
 * the form has it as `kept`. Null: it is likely, or was doubted already.
 */
export function doubtOf(
  settings: Countries,
  order: OrderForm,
  { kept, hasFields }: { kept: FormDataEntryValue | null; hasFields: boolean },
): { errors: Record<string, string>; place: string } | null {
  const { postalCode, town } = order;
  if (!postalCode || !town) return null;
  const place = `${postalCode} ${town}`;
  const isFrench = chosenCountry(deliveryCountries(settings), order.country)?.code === "FR";
  if (!isFrench || kept === place) return null;
  const doubt = placeDoubt({ postalCode, town }, "commandez");
  return doubt && { errors: { [hasFields ? doubt.field : "address"]: doubt.message }, place };
}
