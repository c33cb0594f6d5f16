import { lazy, Suspense, type FocusEvent, type SyntheticEvent } from "react";
import type { StoredAddress } from "#app/addresses/addresses.server.ts";
import { PlaceFields } from "#app/addresses/place-fields.tsx";
import { StoredChoice } from "#app/addresses/stored-choice.tsx";
import { HOME, RELAY, SHIPPING_METHODS } from "#app/platform/methods-schema.ts";
import { addressFault, LONGEST_ADDRESS } from "#app/ui/address-schema.ts";
import { TextArea, type FieldOf } from "#app/ui/field.tsx";
import { addressField } from "./order-draft.ts";

// Only a shop with a provider of relay points loads it. If loading fails, the customer types the address.
const RelayPicker = lazy(() =>
  import("#app/relays/relay-picker.tsx").catch(() => ({ default: () => <></> })),
);

type ShippingMethod = (typeof SHIPPING_METHODS)[number];

const PLACE = { postalCode: "postalCode", town: "town", country: "country" };

/** The address field by shipping method. A relay point is typed, or chosen from a list. */
const ADDRESSES = {
  [RELAY]: {
    label: "Nom et adresse du point de relais",
    // The browser would suggest the home address.
    autoComplete: "off",
    hint: "Nom du commerce, numéro et rue, code postal, ville",
    missing: "Indiquez le nom et l’adresse du point de relais.",
  },
  [HOME]: {
    label: "Adresse",
    autoComplete: "street-address",
    hint: "Numéro et rue, bâtiment, étage",
    missing: "Indiquez votre adresse.",
  },
} satisfies Record<ShippingMethod, object>;

type AddressFieldsProps = {
  field: FieldOf;
  shippingMethod: string;
  /** The customer's addresses to which the shop delivers. */
  book: StoredAddress[];
  /** The error « no delivery method serves this place »; null if one does. */
  unserved: string | null;
  forget: (name: string) => void;
  /** The chosen relay point, in a shop with a provider of relay points. */
  relay?: ReturnType<FieldOf>;
};

/**
 * The address of each shipping method: one text (specification §3), and for a delivery at home separate fields for postal code and town,
 * so that browsers autofill them. The text may repeat both. The other method's field is hidden and disabled, but keeps its text.
 */
export function AddressFields(props: AddressFieldsProps) {
  const { field, shippingMethod, book, unserved, forget, relay } = props;
  const { error = unserved, name } = field("address");
  return SHIPPING_METHODS.map((method) => {
    const isChosen = method === shippingMethod;
    return (
      <div key={method} hidden={!isChosen}>
        <fieldset className="form" disabled={!isChosen}>
          {method === HOME && book.length > 0 && (
            <StoredChoice
              label="Mes adresses"
              book={book}
              names={{ ...PLACE, name: "name", phone: "phone", street: name }}
            />
          )}
          {relay && method !== HOME && (
            <Suspense>
              <RelayPicker isChosen={isChosen} draft={relay.defaultValue} />
            </Suspense>
          )}
          <TextArea
            {...(isChosen ? ADDRESSES[method] : { label: null })}
            name={name}
            id={isChosen ? name : `${name}-unused`}
            error={isChosen ? error : undefined}
            defaultValue={field(addressField(method)).defaultValue}
            disabled={!isChosen}
            data-shipping={method}
            required
            maxLength={LONGEST_ADDRESS}
            rows={3}
            onBlur={checkLeft}
            onInput={(event) => {
              if (event.currentTarget.validity.customError) checkAddress(event.currentTarget);
            }}
          />
          {method === HOME && (
            <div onInput={(event) => checkPlace(event, forget)}>
              <PlaceFields field={field} names={PLACE} section="" />
            </div>
          )}
        </fieldset>
      </div>
    );
  });
}

/** Checks the address on blur, unless the focus moves on to its postal code or town. */
function checkLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLTextAreaElement>) {
  const next = (relatedTarget as HTMLInputElement | null)?.name ?? "";
  if (!Object.hasOwn(PLACE, next)) checkAddress(currentTarget);
}

/** Checks the address at home again when its postal code or town has changed. */
function checkPlace(
  { currentTarget }: SyntheticEvent<HTMLElement>,
  forget: (name: string) => void,
) {
  const address = currentTarget
    .closest("form")!
    .querySelector<HTMLTextAreaElement>(`[data-shipping="${HOME}"]`)!;
  checkAddress(address);
  if (address.validity.valid) forget(address.name);
}

function checkAddress(address: HTMLTextAreaElement) {
  const { elements } = address.form!;
  const valueOf = (name: string) =>
    (elements.namedItem(name) as HTMLInputElement | null)?.value ?? "";
  const isHome = address.dataset["shipping"] === HOME;
  const place = isHome ? `${valueOf("postalCode")} ${valueOf("town")}` : "";
  const country = elements.namedItem("country") as HTMLSelectElement | null;
  // The same joining as on the server (order-input.server.ts).
  const foreign = country && country.value !== "FR" ? country.selectedOptions[0]!.text : "";
  address.setCustomValidity(addressFault(`${address.value}\n${place}\n${foreign}`) ?? "");
}
