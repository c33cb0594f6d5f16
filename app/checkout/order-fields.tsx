import { ChoiceGroup, Field, PhoneField, TextArea, type FieldOf } from "#app/ui/field.tsx";
import { PAYMENT_METHODS, SHIPPING_METHODS } from "#app/orders/order-schema.ts";

/** The customer's part of the order form; `period` says when it would arrive, in words. */
export function OrderFields({ field, period }: { field: FieldOf; period: string }) {
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
          label="Adresse"
          {...field("address")}
          autoComplete="street-address"
          required
          maxLength={500}
          rows={3}
          hint="Numéro et rue, code postal, ville"
          missing="Indiquez votre adresse."
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
