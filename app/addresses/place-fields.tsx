import { useRef, useState } from "react";
import { Field, type FieldOf } from "#app/ui/field.tsx";

type PlaceFieldsProps = {
  field: FieldOf;
  /** The names of the two fields, and of the form's list of countries; a form without one is for France. */
  names: { postalCode: string; town: string; country: string };
  /** The beginning of the tokens of `autocomplete`: « shipping », « billing », or empty. */
  section: string;
  required?: boolean;
};

/**
 * Postal code and town. The towns of a French postal code are offered, and a single one is filled in (towns-endpoint.ts); without
 * an answer the fields work as they are.
 */
export function PlaceFields({ field, names, section, required = false }: PlaceFieldsProps) {
  const [towns, setTowns] = useState<string[]>([]);
  const [filled, setFilled] = useState("");
  const asked = useRef("");
  const list = `${names.town}-list`;

  async function complete({ value, form }: HTMLInputElement) {
    const code = value.replaceAll(/\s/g, "");
    if (code === asked.current) return;
    asked.current = code;
    const country = form!.elements.namedItem(names.country) as HTMLSelectElement | null;
    const isFrench = !country || country.value === "FR";
    const found = isFrench && /^\d{5}$/.test(code) ? await townsOf(code) : [];
    if (code !== asked.current) return;
    setTowns(found);
    const town = form!.elements.namedItem(names.town) as HTMLInputElement;
    if (found.length !== 1 || (town.value !== "" && town.value !== filled)) return;
    setFilled(found[0]!);
    town.value = found[0]!;
    town.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <div className="row2">
      <Field
        label="Code postal"
        {...field(names.postalCode)}
        autoComplete={`${section} postal-code`.trim()}
        maxLength={12}
        required={required}
        missing="Indiquez le code postal."
        onInput={({ currentTarget }) => void complete(currentTarget)}
      />
      <Field
        label="Ville"
        {...field(names.town)}
        autoComplete={`${section} address-level2`.trim()}
        maxLength={100}
        required={required}
        missing="Indiquez la ville."
        list={list}
        onInput={({ currentTarget: { value } }) =>
          setFilled((town) => (town === value ? town : ""))
        }
        {...(filled && { notice: "Complétée d’après le code postal" })}
      />
      <datalist id={list}>
        {towns.map((town) => (
          <option key={town}>{town}</option>
        ))}
      </datalist>
    </div>
  );
}

/** The towns of a French postal code; none when the request fails. */
async function townsOf(code: string): Promise<string[]> {
  try {
    const answer = await fetch(`/villes/${code}`);
    return answer.ok ? ((await answer.json()) as string[]) : [];
  } catch {
    return [];
  }
}
