import { useState } from "react";
import { Form } from "react-router";
import { LeaveGuard } from "#app/ui/areas/leave-guard.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import {
  ChoiceGroup,
  ErrorSummary,
  Field,
  Select,
  TextArea,
  useFieldErrors,
} from "#app/ui/field.tsx";
import { PhoneField } from "#app/ui/phone-field.tsx";
import { formatPhone } from "#app/ui/phone-schema.ts";
import type { StoredAddress } from "./addresses.server.ts";
import { ADDRESS_COUNTRIES, ADDRESS_KINDS } from "./book-schema.ts";
import { CompanyFields } from "./company-fields.tsx";
import { PlaceFields } from "./place-fields.tsx";

const COUNTRIES = ADDRESS_COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

export type AddressAnswer = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** The place that was doubted: sent again, it is kept. */
  doubted: string;
};

type AddressPanelProps = {
  /** Null: a new one. */
  address: StoredAddress | null;
  answer: AddressAnswer | undefined;
  isBusy: boolean;
  backHref: string;
};

/** The form of an address of the account, in the order in which an address is written. */
export function AddressPanel({ address, answer, isBusy, backHref }: AddressPanelProps) {
  const saved = address && { ...address, phone: formatPhone(address.phone), isDefault: "" };
  const initial = { kind: "delivery", country: "FR", ...saved, ...answer?.values };
  const { field, checks } = useFieldErrors(answer?.errors, initial);
  const [kind, setKind] = useState(initial.kind);
  const [isDirty, setIsDirty] = useState(false);
  const [isCompany, setIsCompany] = useState(Boolean(initial["company"]));
  const section = kind === "billing" ? "billing" : "shipping";
  return (
    <Form
      className="panel"
      method="post"
      aria-labelledby="address-title"
      {...checks}
      onInput={(event) => {
        checks.onInput(event);
        setIsDirty(true);
      }}
      onSubmit={() => setIsDirty(false)}
    >
      <div className="panel__head">
        <h2 id="address-title">{address ? "Modifier l’adresse" : "Nouvelle adresse"}</h2>
      </div>
      <div className="panel__body form">
        <ErrorSummary errors={answer?.errors} title="L’adresse n’est pas enregistrée" />
        <input type="hidden" name="kept" value={answer?.doubted ?? ""} />
        <ChoiceGroup
          legend="Usage"
          {...field("kind")}
          value={kind}
          onChange={setKind}
          options={Object.entries(ADDRESS_KINDS).map(([value, label]) => ({ value, label }))}
        />
        {kind === "billing" && (
          <CompanyFields
            field={field}
            names={{ company: "company", siren: "siren", vatNumber: "vatNumber" }}
            isCompany={isCompany}
            onCompany={setIsCompany}
          />
        )}
        <div className="row2">
          <Field
            label="Nom complet"
            {...field("name")}
            autoComplete={`${section} name`}
            required
            maxLength={200}
            missing="Indiquez le nom."
          />
          <PhoneField
            label="Téléphone"
            {...field("phone")}
            optional
            autoComplete={`${section} tel`}
          />
        </div>
        <TextArea
          label="Numéro et rue"
          {...field("street")}
          autoComplete={`${section} street-address`}
          hint="Puis bâtiment, étage ou lieu-dit, sur une autre ligne"
          required
          maxLength={400}
          rows={3}
          missing="Indiquez le numéro et la rue."
        />
        <PlaceFields
          field={field}
          names={{ postalCode: "postalCode", town: "town", country: "country" }}
          section={section}
          required
        />
        <Select
          label="Pays"
          {...field("country")}
          options={COUNTRIES}
          autoComplete={`${section} country`}
        />
        {address?.isDefault ? (
          <p className="hint">Adresse par défaut</p>
        ) : (
          <label className="check">
            <input
              type="checkbox"
              name="isDefault"
              value="on"
              defaultChecked={answer?.values["isDefault"] === "on"}
            />
            <span>Proposer cette adresse en premier</span>
          </label>
        )}
      </div>
      <div className="panel__foot">
        <Button busy={isBusy}>{isBusy ? "Enregistrement…" : "Enregistrer l’adresse"}</Button>
        <ButtonLink to={backHref} variant="plain">
          Annuler
        </ButtonLink>
      </div>
      <LeaveGuard isDirty={isDirty && !isBusy}>Cette adresse n’est pas enregistrée.</LeaveGuard>
    </Form>
  );
}
