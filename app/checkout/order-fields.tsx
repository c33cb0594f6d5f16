import { useEffect, useState } from "react";
import { useRouteLoaderData, useSearchParams } from "react-router";
import { LONGEST_EMAIL, MISSING_EMAIL, UNLIKELY_EMAIL } from "#app/accounts/account-schema.ts";
import type { StoredAddress } from "#app/addresses/addresses.server.ts";
import { deliveryPlace } from "#app/delivery/delivery-place-schema.ts";
import { isOverseasCode } from "#app/delivery/overseas.ts";
import { HOME, RELAY, PAYMENT_METHODS, SHIPPING_METHODS } from "#app/platform/methods-schema.ts";
import type { RootData } from "#app/root-data.ts";
import { ChoiceGroup, Field, Select, type FieldOf } from "#app/ui/field.tsx";
import { PhoneField } from "#app/ui/phone-field.tsx";
import { AddressFields } from "./address-fields.tsx";
import { BillingFields } from "./billing-fields.tsx";
import type { CartDelivery } from "./cart-sums-endpoint.ts";
import type { OrderRules } from "./order-rules.server.ts";

type OrderFieldsProps = {
  field: FieldOf;
  /** The estimated delivery period, in French words. */
  period: string;
  rules: OrderRules;
  totalCents: number;
  /** The offered methods of the settings; undefined while they are asked for, null or missing without any. */
  delivery: CartDelivery | null | undefined;
  /** The id of the chosen one. */
  methodId: string | undefined;
  /** The typed place of the delivery, as `CartSumsForm` takes it. */
  place: string;
  shippingMethod: string;
  /** Takes a shipping method, or the id of a delivery method. */
  onShippingMethod: (value: string) => void;
  /** The customer's address book. */
  book: StoredAddress[];
  /** The place whose postal code or town is doubtful; the customer may send it again. */
  doubted: string | undefined;
  /** Removes the error of a field. */
  forget: (name: string) => void;
  /** Reads the fields; called when they are shown, and when the shipping method has changed them. */
  check: () => void;
};

/** What an order to an overseas territory, or to parts of a foreign country, costs on arrival, once its place is typed. */
function ImportTaxes({ place, countries }: { place: string; countries: OrderRules["countries"] }) {
  const { country, postalCode } = deliveryPlace(JSON.parse(place || '{"address":""}'));
  // Without a field for it, the shop delivers to one country.
  const { value, taxes } = countries.find((one) => one.value === country) ?? countries[0]!;
  return (
    <p className="hint hint--live" role="status">
      {(value !== "FR" || isOverseasCode(postalCode)) && taxes}
    </p>
  );
}

/** The visible fields of the order form: shipping, contact details and payment. */
export default function OrderFields({
  field,
  period,
  rules,
  totalCents,
  ...props
}: OrderFieldsProps) {
  const { delivery, methodId, shippingMethod, onShippingMethod, book, doubted, forget, check } =
    props;
  useEffect(check, [check, shippingMethod]);
  const { countries, cashLimit } = rules;
  // « Continuer sans compte » of /connexion leads here; the draft keeps the choice, and this state after a refused form, whose
  // address has no parameter.
  const email = field("email");
  const [search] = useSearchParams();
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  const [isWithoutAccount] = useState(
    () => search.has("sans-compte") || email.defaultValue !== undefined,
  );
  // Without a provider of relay points, the customer types the address of the point.
  const isToRelay = rules.hasRelays && shippingMethod === RELAY;
  const isGuest = !viewer && isWithoutAccount;
  // A visitor who followed « Continuer sans compte » gets the focus on the e-mail field, once the delivery methods above it are loaded.
  const isFirstStep = isGuest && search.has("sans-compte") && !email.defaultValue;
  const isShown = !rules.delivery || delivery !== undefined;
  useEffect(() => {
    if (!isFirstStep || !isShown) return;
    const input = document.getElementById(email.name);
    input?.scrollIntoView({ block: "center" });
    input?.focus({ preventScroll: true });
  }, [isFirstStep, isShown, email.name]);
  const cashRefusal =
    totalCents > cashLimit.cents
      ? cashLimit.text
      : rules.cashWith.includes(shippingMethod)
        ? null
        : rules.cashElsewhere;
  // The box stays while the form is open, even if the shop stops offering samples: the order then says that they are unavailable.
  const [samples] = useState(rules.samples);
  const shippingHints = {
    [RELAY]: `Retrait ${period}`,
    [HOME]: `Chez vous ${period}`,
  };
  return (
    <>
      <p>{rules.delivers}</p>
      {rules.delivery ? (
        <>
          {methodId && (
            <ChoiceGroup
              legend="Livraison"
              {...field("delivery")}
              value={methodId}
              onChange={onShippingMethod}
              options={delivery!.methods.map(({ id, name, hint }) => ({
                value: id,
                label: name,
                hint,
              }))}
            />
          )}
          <input type="hidden" name="shippingMethod" value={shippingMethod} />
        </>
      ) : (
        <ChoiceGroup
          legend="Livraison"
          {...field("shippingMethod")}
          value={shippingMethod}
          onChange={onShippingMethod}
          options={SHIPPING_METHODS.map((value) => ({
            value,
            label: value,
            hint: shippingHints[value],
          }))}
        />
      )}
      <fieldset className="form">
        <legend className="legend">Coordonnées</legend>
        {isGuest && (
          <Field
            label="E-mail"
            {...email}
            type="email"
            required
            autoComplete="email"
            spellCheck={false}
            maxLength={LONGEST_EMAIL}
            missing={MISSING_EMAIL}
            mismatch={UNLIKELY_EMAIL}
            hint="Pour la confirmation et le suivi de votre commande"
          />
        )}
        <div className="row2">
          <Field
            label="Nom complet"
            {...field("name")}
            autoComplete="name"
            required
            maxLength={200}
            missing="Indiquez votre nom."
          />
          <PhoneField
            label="Téléphone"
            {...field("phone")}
            required
            missing="Indiquez votre numéro de téléphone."
          />
        </div>
        {countries.length > 1 && (
          <Select label="Pays" {...field("country")} options={countries} autoComplete="country" />
        )}
        <AddressFields
          field={field}
          shippingMethod={shippingMethod}
          book={book.filter(
            ({ kind, country }) =>
              kind === "delivery" && countries.some(({ value }) => value === country),
          )}
          unserved={delivery?.chosen === null ? delivery.note : null}
          forget={forget}
          {...(rules.hasRelays && { relay: field("relay") })}
        />
        <ImportTaxes place={props.place} countries={countries} />
        <BillingFields
          field={field}
          book={book.filter(({ kind }) => isToRelay || kind === "billing")}
          isToRelay={isToRelay}
        />
        {doubted && <input type="hidden" name="kept" value={doubted} />}
      </fieldset>
      <ChoiceGroup
        // Mounted again when cash is not possible any more, so that the other method is chosen.
        key={cashRefusal}
        legend="Paiement"
        {...field("paymentMethod")}
        {...(cashRefusal && { defaultValue: PAYMENT_METHODS[0] })}
        options={PAYMENT_METHODS.slice(0, rules.cashWith.length > 0 ? 2 : 1).map(
          (value, index) => ({
            value,
            label: value,
            hint: (index > 0 && cashRefusal) || rules.payments[value],
            disabled: index > 0 && cashRefusal !== null,
          }),
        )}
      />
      {samples && (
        <div>
          <label className="check">
            <input
              type="checkbox"
              name="samples"
              value="1"
              // Never ticked by default: only the draft of this order restores the customer's tick (order-attempt.ts).
              defaultChecked={field("samples").defaultValue === "1"}
              aria-describedby="samples-hint"
            />
            <span>Je souhaite recevoir des échantillons</span>
          </label>
          <p className="hint" id="samples-hint">
            {samples}
          </p>
        </div>
      )}
    </>
  );
}
