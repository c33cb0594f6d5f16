import { useState } from "react";
import type { StoredAddress } from "#app/addresses/addresses.server.ts";
import { ADDRESS_COUNTRIES } from "#app/addresses/book-schema.ts";
import { CompanyFields } from "#app/addresses/company-fields.tsx";
import { PlaceFields } from "#app/addresses/place-fields.tsx";
import { StoredChoice } from "#app/addresses/stored-choice.tsx";
import { LONGEST_ADDRESS } from "#app/ui/address-schema.ts";
import { Field, Select, TextArea, type FieldOf } from "#app/ui/field.tsx";

const COUNTRIES = ADDRESS_COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));
const COMPANY = {
  company: "billingCompany",
  siren: "billingSiren",
  vatNumber: "billingVatNumber",
};
const PLACE = {
  postalCode: "billingPostalCode",
  town: "billingTown",
  country: "billingCountry",
};

type BillingFieldsProps = {
  field: FieldOf;
  /** The customer's addresses, those for invoices alone for a delivery at home. */
  book: StoredAddress[];
  /** The order goes to a relay point, so the invoice needs another address. */
  isToRelay: boolean;
};

/** Whom the invoice is for, when it is not the address of the delivery. */
export function BillingFields({ field, book, isToRelay }: BillingFieldsProps) {
  const asked = field("billing").defaultValue;
  const [choice, setChoice] = useState(asked === undefined ? null : asked === "1");
  const [name, setName] = useState("");
  const [isCompany, setIsCompany] = useState(Boolean(field("billingCompany").defaultValue));
  // For a delivery at home, the company's address may be the delivery address.
  const isAddressAsked = !isCompany || isToRelay;
  // Prefilled from the address book: the customer's own address is known.
  const isShown = choice ?? (isToRelay && field("billingAddress").defaultValue !== undefined);
  const hasHint = isToRelay && !isShown;
  return (
    <>
      <div>
        <label className="check">
          <input
            type="checkbox"
            name="billing"
            value="1"
            checked={isShown}
            aria-describedby={hasHint ? "billing-hint" : undefined}
            onChange={({ target }) => {
              setChoice(target.checked);
              if (isToRelay) setName(String(new FormData(target.form!).get("name")));
            }}
          />
          <span>
            {isToRelay
              ? "Facturer à mon adresse ou à une société"
              : "Facturer à une société, à un autre nom ou ailleurs"}
          </span>
        </label>
        {hasHint && (
          <p className="hint" id="billing-hint">
            Sinon la facture porte votre nom, sans adresse.
          </p>
        )}
      </div>
      {isShown ? (
        <>
          {book.length > 0 && (
            <StoredChoice
              label="Mes adresses de facturation"
              book={book}
              names={{ ...COMPANY, ...PLACE, name: "billingName", street: "billingAddress" }}
            />
          )}
          <CompanyFields
            field={field}
            names={COMPANY}
            isCompany={isCompany}
            onCompany={setIsCompany}
          />
          <Field
            label="Nom à facturer"
            {...field("billingName")}
            {...(name && { defaultValue: name })}
            autoComplete="billing name"
            required={!isCompany}
            optional={isCompany}
            maxLength={200}
            missing="Indiquez le nom à facturer."
          />
          <TextArea
            label="Adresse de facturation"
            {...field("billingAddress")}
            autoComplete="billing street-address"
            required={isAddressAsked}
            optional={!isAddressAsked}
            {...(!isAddressAsked && { hint: "Vide\u00a0: l’adresse de la livraison" })}
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
        // The draft remembers that it was unchecked.
        choice === false && <input type="hidden" name="billing" value="" />
      )}
    </>
  );
}
