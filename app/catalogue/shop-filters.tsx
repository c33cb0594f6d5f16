import { useEffect, useId } from "react";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { FieldError } from "#app/ui/field.tsx";
import { FieldFrame } from "#app/ui/field-frame.tsx";
import { CROSSED_PRICES, hasCrossedPrices, parsePrice } from "./catalogue-query.ts";
import type { Category, CategoryChoice } from "./product-schema.ts";
import { useWholeEuros } from "./use-whole-euros.ts";
import { useFilterText, type Filters } from "./use-catalogue-filters.ts";

type FieldsProps = {
  filters: Filters;
  counts: readonly CategoryChoice[];
  /** The form they are sent with before scripts are there; in the sheet, which scripts open, none. */
  form?: string;
};

/** Categories and price, in the rail and in the phone's sheet alike. */
export function FilterFields({ filters, counts, form }: FieldsProps) {
  const { wanted, apply } = filters;
  const crossedId = useId();
  const isCrossed = hasCrossedPrices(wanted);
  const isInSheet = form === undefined;
  useEffect(() => {
    if (isCrossed && isInSheet) bringUp(crossedId);
  }, [isCrossed, isInSheet, crossedId]);
  const toggle = (category: Category, isChosen: boolean) =>
    apply({
      categories: counts
        .map((count) => count.category)
        .filter((known) => (known === category ? isChosen : wanted.categories.includes(known))),
    });
  return (
    <>
      <fieldset className="fs">
        <legend>Catégories</legend>
        {counts.map(({ category, count }) => (
          <label className="check" key={category}>
            <input
              type="checkbox"
              name={form && "categorie"}
              form={form}
              value={category}
              checked={wanted.categories.includes(category)}
              onChange={(event) => toggle(category, event.target.checked)}
            />
            <span>{category}</span>
            {count !== null && (
              <small>
                <span className="sr">, </span>
                {boundedNumber(count)}
                <span className="sr"> produits</span>
              </small>
            )}
          </label>
        ))}
      </fieldset>
      <fieldset className="fs" aria-describedby={isCrossed ? crossedId : undefined}>
        <legend>Prix</legend>
        <div className="between">
          <PriceField
            label="De"
            name="prix-min"
            form={form}
            value={wanted.priceFrom}
            onApply={(priceFrom) => apply({ priceFrom }, { replace: true })}
          />
          <PriceField
            label="À"
            name="prix-max"
            form={form}
            value={wanted.priceTo}
            onApply={(priceTo) => apply({ priceTo }, { replace: true })}
          />
        </div>
        {isCrossed && <FieldError id={crossedId}>{CROSSED_PRICES}</FieldError>}
      </fieldset>
    </>
  );
}

/** In a phone's sheet, what is said under the prices would appear beneath the buttons. */
const bringUp = (id: string) => document.getElementById(id)?.scrollIntoView({ block: "nearest" });

type PriceFieldProps = {
  label: string;
  name: string;
  form?: string;
  value: number | null;
  onApply: (euros: number | null) => void;
};

/** As many digits as the highest price has. */
const LONGEST = 6;

/** Whole euros: everything but digits is stripped as it is typed (specification §5), and said. */
function PriceField({ label, name, form, value, onApply }: PriceFieldProps) {
  const id = useId();
  const { text, change, flush } = useFilterText(value === null ? "" : String(value), {
    clean: (digits) => digits,
    apply: (digits) => onApply(parsePrice(digits)),
    delay: 500,
  });
  const { controls, said } = useWholeEuros(text, (digits) => change(digits.slice(0, LONGEST)));
  useEffect(() => {
    if (said) bringUp(`${id}-said`);
  }, [id, said]);
  return (
    <FieldFrame label={label} id={id} said={said}>
      <div className="money">
        <input
          {...controls}
          className="in"
          id={id}
          name={form && name}
          form={form}
          aria-describedby={said ? `${id}-said` : undefined}
          onBlur={flush}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            flush();
          }}
        />
      </div>
    </FieldFrame>
  );
}
