import { ADDRESS_COUNTRIES } from "#app/addresses/book-schema.ts";
import {
  chosenCountry,
  deliveryCountries,
  withCountry,
} from "#app/delivery/delivery-country.server.ts";
import { placeDoubt, placeIn } from "#app/delivery/towns.server.ts";
import { guestOrderForm, orderForm, type OrderForm } from "#app/orders/order-form-schema.ts";
import { foreignPhone } from "#app/platform/foreign-phone.server.ts";
import { parseForm, typedValues } from "#app/platform/form.server.ts";
import { HOME } from "#app/platform/methods-schema.ts";
import type { Settings } from "#app/settings-values.ts";
import { companyFault } from "#app/settings/buyer-numbers-schema.ts";
import { joinParts, LONGEST_ADDRESS } from "#app/ui/address-schema.ts";

type Countries = Pick<Settings, "sales">;
type Fields = Map<string, string>;

const COMPANY = ["billingCompany", "billingSiren", "billingVatNumber"];

/** `values`: the fields to show again, with each address as one text. `doubted`: the doubtful place, accepted if it is sent again. */
export type OrderInput = { values: Record<string, string> } & (
  | { kind: "valid"; order: OrderForm & { email?: string } }
  | { kind: "refused"; errors: Record<string, string>; doubted?: string }
);

/**
 * Reads the posted order form: joins the fields of each address into one text, validates the fields and the company's numbers, and asks
 * the customer once to check a place that seems not to exist. `isGuest`: the buyer has no account, so the form has an e-mail address.
 */
export function readOrderInput(settings: Countries, form: FormData, isGuest: boolean): OrderInput {
  const { fields, hasPlaceFields } = withJoinedAddresses(settings, form);
  const schema = isGuest ? guestOrderForm : orderForm;
  const values = typedValues(schema, fields);
  const parsed = parseForm<typeof orderForm>(schema, fields);
  if (!parsed.ok) return { kind: "refused", values, errors: parsed.errors };
  const order = parsed.value;
  const contradiction = companyErrors(order);
  if (contradiction) return { kind: "refused", values, errors: contradiction };
  const doubt = doubtOf(settings, order, { kept: fields.get("kept"), hasPlaceFields });
  if (doubt) return { kind: "refused", values, errors: doubt.errors, doubted: doubt.place };
  return { kind: "valid", values, order };
}

/**
 * The posted fields with each address as one text, which is what the order shows (specification §3), with a foreign country as its last
 * line. `street`, `postalCode` and `town` are the parts of the address of a delivery at home; missing when they are not known.
 * `hasPlaceFields`: the form has fields for postal code and town, and these were used.
 */
function withJoinedAddresses(
  settings: Countries,
  form: FormData,
): { fields: Fields; hasPlaceFields: boolean } {
  // Of a repeated field the last value counts.
  const posted = [...new Map(form)].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  const fields: Fields = new Map(posted);
  const textOf = (name: string) => fields.get(name) ?? "";
  const typed = textOf("address");
  const isHome = textOf("shippingMethod") === HOME;
  const parts = isHome ? partsOf(typed, visibleCode(textOf("postalCode")), textOf("town")) : null;
  for (const name of ["street", "postalCode", "town"]) fields.delete(name);
  for (const [name, value] of Object.entries(parts?.known ?? {})) fields.set(name, value);
  const country = chosenCountry(deliveryCountries(settings), fields.get("country"));
  if (country) fields.set("phone", foreignPhone(textOf("phone"), country.code));
  // A form without an address comes from another version or not from the page: the schema refuses it.
  if (fields.has("address")) fields.set("address", withCountry(parts?.text ?? typed, country));
  if (textOf("billing") === "1") joinBilling(fields, isHome);
  else for (const name of ["billingName", "billingAddress", ...COMPANY]) fields.delete(name);
  return { fields, hasPlaceFields: parts?.hasFields ?? false };
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

/**
 * Joins the billing address, which may be in any country. If a company's form has no name or address, those of the delivery at home count.
 */
function joinBilling(fields: Fields, isHome: boolean): void {
  const field = (name: string) => fields.get(`billing${name}`) ?? "";
  const isCompany = field("Company").trim() !== "";
  if (!isCompany) for (const name of COMPANY) fields.delete(name);
  const { text } = partsOf(field("Address"), field("PostalCode"), field("Town"));
  const country = ADDRESS_COUNTRIES.find(({ code }) => code === field("Country"));
  const isAtDelivery = isCompany && isHome && text.trim() === "";
  fields.set(
    "billingAddress",
    isAtDelivery ? (fields.get("address") ?? "") : withCountry(text, country),
  );
  const name = field("Name");
  fields.set("billingName", isCompany && name.trim() === "" ? (fields.get("name") ?? "") : name);
}

/** Errors by field if a company's SIREN and VAT number contradict each other; null if they agree. */
function companyErrors(order: OrderForm): Record<string, string> | null {
  const fault = companyFault({ siren: order.billingSiren, vatNumber: order.billingVatNumber });
  if (!fault) return null;
  return { [fault.field === "siren" ? "billingSiren" : "billingVatNumber"]: fault.message };
}

/** A typed postal code without invisible characters, and « 75011 » for « F-75011 ». */
const visibleCode = (typed: string) =>
  typed.replaceAll(/\p{Cf}/gu, "").replace(/^\W*F-(?=\d{2} ?\d{3}\s*$)/i, "");

/**
 * The doubt about postal code and town of a delivery at home in France, as an error of the field that they were typed in. A form that
 * returns the doubted place as `kept` is accepted. Null: the place is plausible, or it was doubted before.
 */
function doubtOf(
  settings: Countries,
  order: OrderForm,
  { kept, hasPlaceFields }: { kept: string | undefined; hasPlaceFields: boolean },
): { errors: Record<string, string>; place: string } | null {
  const { postalCode, town } = order;
  if (!postalCode || !town) return null;
  const place = `${postalCode} ${town}`;
  const isFrench = chosenCountry(deliveryCountries(settings), order.country)?.code === "FR";
  if (!isFrench || kept === place) return null;
  const doubt = placeDoubt({ postalCode, town }, "commandez");
  return doubt && { errors: { [hasPlaceFields ? doubt.field : "address"]: doubt.message }, place };
}
