import { Select } from "#app/ui/field.tsx";
import { formatPhone } from "#app/ui/phone-schema.ts";
import type { StoredAddress } from "./addresses.server.ts";

type Part =
  | "name"
  | "phone"
  | "street"
  | "postalCode"
  | "town"
  | "country"
  | "company"
  | "siren"
  | "vatNumber";

type StoredChoiceProps = {
  label: string;
  book: StoredAddress[];
  /** The form's field of each part; a part without one is left out. */
  names: Partial<Record<Part, string>>;
};

/** A list of the customer's addresses: the chosen one fills the fields, which can still be changed. */
export function StoredChoice({ label, book, names }: StoredChoiceProps) {
  return (
    <Select
      label={label}
      name={`${names.street}Stored`}
      defaultValue=""
      autoComplete="off"
      options={[
        { value: "", label: "Choisir une adresse" },
        ...book.map(({ id, company, name, street, postalCode, town }) => ({
          value: id,
          label: `${company && `${company}, `}${name}, ${street.replaceAll("\n", ", ")}, ${postalCode} ${town}`,
        })),
      ]}
      onChange={({ currentTarget }) => {
        const address = book.find(({ id }) => id === currentTarget.value);
        if (address) fill(currentTarget.form!, address, names);
      }}
    />
  );
}

function fill(form: HTMLFormElement, address: StoredAddress, names: StoredChoiceProps["names"]) {
  const values = { ...address, phone: formatPhone(address.phone) };
  for (const [part, name] of Object.entries(names)) {
    const value = values[part as Part];
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]:enabled`);
    // An address without a telephone keeps the one that was typed.
    if (!field || (part === "phone" && value === "")) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
