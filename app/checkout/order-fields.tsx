import { ChoiceGroup, Field, TextArea, type FieldErrors } from "#app/ui/field.tsx";
import { PAYMENT_METHODS, SHIPPING_METHODS } from "#app/orders/order-schema.ts";

type OrderFieldsProps = { values: Record<string, string>; errors: FieldErrors; period: string };

/** The customer's part of the order form; specification §5 and §9 for the choices and their defaults. */
export function OrderFields({ values, errors, period }: OrderFieldsProps) {
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
        name="shippingMethod"
        defaultValue={values["shippingMethod"] ?? SHIPPING_METHODS[0]}
        options={SHIPPING_METHODS.map((value) => ({
          value,
          label: value,
          hint: shippingHints[value],
        }))}
        error={errors["shippingMethod"]}
      />
      <fieldset className="form">
        <legend className="legend">Coordonnées</legend>
        <div className="row2">
          <Field
            label="Nom complet"
            name="name"
            autoComplete="name"
            required
            maxLength={200}
            missing="Indiquez votre nom."
            defaultValue={values["name"]}
            error={errors["name"]}
          />
          <Field
            label="Téléphone"
            name="phone"
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            required
            maxLength={40}
            pattern="\+?[\d\s\(\).\-]{6,}"
            hint="Pour le livreur uniquement"
            missing="Indiquez votre numéro de téléphone."
            mismatch="Ce numéro ne semble pas complet : 06 12 34 56 78, par exemple."
            defaultValue={values["phone"]}
            error={errors["phone"]}
          />
        </div>
        <TextArea
          label="Adresse"
          name="address"
          autoComplete="street-address"
          required
          maxLength={500}
          rows={3}
          hint="Numéro et rue, code postal, ville"
          missing="Indiquez votre adresse."
          defaultValue={values["address"]}
          error={errors["address"]}
        />
      </fieldset>
      <ChoiceGroup
        legend="Paiement"
        name="paymentMethod"
        defaultValue={values["paymentMethod"] ?? PAYMENT_METHODS[0]}
        options={PAYMENT_METHODS.map((value) => ({
          value,
          label: value,
          hint: paymentHints[value],
        }))}
        error={errors["paymentMethod"]}
      />
    </>
  );
}
