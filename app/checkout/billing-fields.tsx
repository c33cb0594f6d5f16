import { useState } from "react";
import type { StoredAddress } from "#app/addresses/addresses.server.ts";
import { ADDRESS_COUNTRIES } from "#app/addresses/book-schema.ts";
import { PlaceFields } from "#app/addresses/place-fields.tsx";
import { StoredChoice } from "#app/addresses/stored-choice.tsx";
import { LONGEST_ADDRESS } from "#app/ui/address-schema.ts";
import { Field, Select, TextArea, type FieldOf } from "#app/ui/field.tsx";

const COUNTRIES = ADDRESS_COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));
const PLACE = {
  postalCode: "billingPostalCode",
  town: "billingTown",
  country: "billingCountry",
};

/** Whom the invoice is for, when it is not the address of the delivery. `book`: the customer's billing addresses. */
export function BillingFields({ field, book }: { field: FieldOf; book: StoredAddress[] }) {
  const [isOther, setIsOther] = useState(field("billing").defaultValue === "1");
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          name="billing"
          value="1"
          checked={isOther}
          onChange={({ target }) => setIsOther(target.checked)}
        />
        <span>Facturer à un autre nom ou ailleurs</span>
      </label>
      {isOther ? (
        <>
          {book.length > 0 && (
            <StoredChoice
              label="Mes adresses de facturation"
              book={book}
              names={{ ...PLACE, name: "billingName", street: "billingAddress" }}
            />
          )}
          <Field
            label="Nom à facturer"
            {...field("billingName")}
            autoComplete="billing name"
            required
            maxLength={200}
            missing="Indiquez le nom à facturer."
          />
          <TextArea
            label="Adresse de facturation"
            {...field("billingAddress")}
            autoComplete="billing street-address"
            required
            maxLength={LONGEST_ADDRESS}
            rows={3}
            missing="Indiquez l’adresse de facturation."
          />
          <PlaceFields field={field} names={PLACE} section="billing" />
          <Select
            label="Pays de facturation"
            {...field("billingCountry")}
            options={COUNTRIES}
            autoComplete="billing country"
          />
        </>
      ) : (
        // The draft remembers that it is unchecked.
        <input type="hidden" name="billing" value="" />
      )}
    </>
  );
}
