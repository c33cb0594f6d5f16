import type { SyntheticEvent } from "react";
import { INCOMPLETE_ADDRESS, isPostalAddress, LONGEST_ADDRESS } from "#app/ui/address-schema.ts";
import { ChoiceGroup, Field, PhoneField, TextArea, type FieldOf } from "#app/ui/field.tsx";
import { PAYMENT_METHODS, SHIPPING_METHODS } from "#app/orders/order-schema.ts";
import { addressOf } from "./order-attempt.ts";

type ShippingMethod = (typeof SHIPPING_METHODS)[number];

/** What is asked for, by way to deliver. There are no relay points to choose from: the customer says which is meant. */
const ADDRESSES = {
  "Point de relais": {
    label: "Nom et adresse du point de relais",
    // The browser would propose the home address.
    autoComplete: "off",
    hint: "Nom du commerce, numéro et rue, code postal, ville",
    missing: "Indiquez le nom et l’adresse du point de relais.",
  },
  "Livraison à domicile": {
    label: "Adresse",
    autoComplete: "street-address",
    hint: "Numéro et rue, code postal, ville",
    missing: "Indiquez votre adresse.",
  },
} satisfies Record<ShippingMethod, object>;

type OrderFieldsProps = {
  field: FieldOf;
  /** When it would arrive, in words. */
  period: string;
  shippingMethod: string;
  onShippingMethod: (value: string) => void;
};

/** The customer's part of the order form. */
export function OrderFields({ field, period, ...props }: OrderFieldsProps) {
  const { shippingMethod, onShippingMethod } = props;
  const shippingHints = {
    "Point de relais": `Retrait ${period}`,
    "Livraison à domicile": `Chez vous ${period}`,
  };
  const paymentHints = {
    "Paiement securisé en ligne": "PayPal ou carte bancaire, à l’étape suivante",
    "Paiement à la livraison": "En espèces, à la remise du colis",
  };
  return (
    <>
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
      <fieldset className="form">
        <legend className="legend">Coordonnées</legend>
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
            hint="Pour le livreur uniquement"
            missing="Indiquez votre numéro de téléphone."
          />
        </div>
        {SHIPPING_METHODS.map((method) => (
          <Address
            key={method}
            method={method}
            isChosen={method === shippingMethod}
            given={field("address")}
            kept={field(addressOf(method)).defaultValue}
          />
        ))}
      </fieldset>
      <ChoiceGroup
        legend="Paiement"
        {...field("paymentMethod")}
        options={PAYMENT_METHODS.map((value) => ({
          value,
          label: value,
          hint: paymentHints[value],
        }))}
      />
    </>
  );
}

type AddressProps = {
  method: ShippingMethod;
  isChosen: boolean;
  given: ReturnType<FieldOf>;
  kept: string | undefined;
};

/** The address of one way to deliver. The other way's stays as it was typed, neither shown nor sent. */
function Address({ method, isChosen, given, kept }: AddressProps) {
  return (
    <div hidden={!isChosen}>
      <TextArea
        {...(isChosen ? ADDRESSES[method] : { label: null })}
        {...given}
        id={isChosen ? given.name : `${given.name}-unused`}
        error={isChosen ? given.error : undefined}
        defaultValue={kept}
        disabled={!isChosen}
        data-shipping={method}
        required
        maxLength={LONGEST_ADDRESS}
        rows={3}
        onBlur={checkAddress}
        onInput={(event) => {
          if (event.currentTarget.validity.customError) checkAddress(event);
        }}
      />
    </div>
  );
}

function checkAddress({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
  currentTarget.setCustomValidity(isPostalAddress(currentTarget.value) ? "" : INCOMPLETE_ADDRESS);
}
