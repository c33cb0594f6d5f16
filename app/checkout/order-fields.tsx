import { useState, type SyntheticEvent } from "react";
import { INCOMPLETE_ADDRESS, isPostalAddress, LONGEST_ADDRESS } from "#app/ui/address-schema.ts";
import { ChoiceGroup, Field, PhoneField, TextArea, type FieldOf } from "#app/ui/field.tsx";
import { PAYMENT_METHODS, SHIPPING_METHODS } from "#app/orders/order-schema.ts";

/** The customer's part of the order form; `period` says when it would arrive, in words. */
export function OrderFields({ field, period }: { field: FieldOf; period: string }) {
  const shipping = field("shippingMethod");
  const [shippingMethod, setShippingMethod] = useState(shipping.defaultValue);
  // There are no relay points to choose from: the customer says which one is meant.
  const isRelay = shippingMethod === "Point de relais";
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
        {...shipping}
        value={shippingMethod}
        onChange={setShippingMethod}
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
        <TextArea
          label={isRelay ? "Nom et adresse du point de relais" : "Adresse"}
          {...field("address")}
          // The browser would propose the home address.
          autoComplete={isRelay ? "off" : "street-address"}
          required
          maxLength={LONGEST_ADDRESS}
          rows={3}
          hint={
            isRelay
              ? "Nom du commerce, numéro et rue, code postal, ville"
              : "Numéro et rue, code postal, ville"
          }
          missing={
            isRelay ? "Indiquez le nom et l’adresse du point de relais." : "Indiquez votre adresse."
          }
          onBlur={checkAddress}
          onInput={(event) => {
            if (event.currentTarget.validity.customError) checkAddress(event);
          }}
        />
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

function checkAddress({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
  currentTarget.setCustomValidity(isPostalAddress(currentTarget.value) ? "" : INCOMPLETE_ADDRESS);
}
