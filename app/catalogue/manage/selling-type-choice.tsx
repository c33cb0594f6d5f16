import { FieldError } from "#app/ui/field.tsx";

const CHOICES = [
  { value: "Normal", hint: "Dans «\u00a0Produits populaire\u00a0»" },
  { value: "en Vedette", hint: "Dans le carrousel de l’accueil" },
];

type SellingTypeChoiceProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

export function SellingTypeChoice({ value, onChange, error }: SellingTypeChoiceProps) {
  return (
    <fieldset aria-describedby={error ? "sellingType-error" : undefined}>
      <legend className="lbl">Type de vente</legend>
      <div className="choice">
        {CHOICES.map((choice, index) => (
          <label key={choice.value}>
            <input
              type="radio"
              id={index === 0 ? "sellingType" : undefined}
              name="sellingType"
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <b>{choice.value}</b>
            <small>{choice.hint}</small>
          </label>
        ))}
      </div>
      {error && <FieldError id="sellingType-error">{error}</FieldError>}
    </fieldset>
  );
}
