import { useEffect, useId } from "react";
import { useSearchParams } from "react-router";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { FieldFrame } from "#app/ui/field-frame.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { CROSSED_PRICES, hasCrossedPrices, parsePrice } from "./catalogue-query.ts";
import { SHADES, type Shade } from "./families/shade-schema.ts";
import type { Category, CategoryChoice } from "./product-schema.ts";
import { useFilterText, type Filters } from "./use-catalogue-filters.ts";
import { useWholeEuros } from "./use-whole-euros.ts";
import { wholeEuros } from "./whole-euros.ts";

type FieldsProps = {
  filters: Filters;
  counts: readonly CategoryChoice[];
  /** The shades that the shop has; without any, there is no filter by shade. */
  shades: readonly Shade[];
  /** The id of the form that submits the fields without JavaScript; undefined in the sheet, which needs JavaScript. */
  form?: string;
};

/** The filters by category, price and shade, in the sidebar and in the sheet of narrow windows. */
export function FilterFields({ filters, counts, shades, form }: FieldsProps) {
  const { wanted, apply } = filters;
  const crossedId = useId();
  const isCrossed = hasCrossedPrices(wanted);
  const isInSheet = form === undefined;
  useEffect(() => {
    if (isCrossed && isInSheet) scrollToMessage(crossedId);
  }, [isCrossed, isInSheet, crossedId]);
  const toggle = (category: Category, isChosen: boolean) =>
    apply({
      categories: counts
        .map((count) => count.category)
        .filter((known) => (known === category ? isChosen : wanted.categories.includes(known))),
    });
  return (
    <>
      <fieldset className="fs" hidden={counts.length === 0}>
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
                <span>{boundedNumber(count)}</span>
                <span className="sr">{count < 2 ? " produit" : " produits"}</span>
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
      {shades.length > 0 && (
        <fieldset className="fs">
          <legend>Teintes</legend>
          {shades.map((shade) => (
            <label className="check" key={shade}>
              <input
                type="checkbox"
                name={form && "teinte"}
                form={form}
                value={shade}
                checked={wanted.shades.includes(shade)}
                onChange={({ target: { checked } }) =>
                  apply({
                    shades: shades.filter((known) =>
                      known === shade ? checked : wanted.shades.includes(known),
                    ),
                  })
                }
              />
              <span>{SHADES[shade]}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Scrolls a message into view, because the buttons of the sheet would cover messages below the prices. */
const scrollToMessage = (id: string) =>
  document.getElementById(id)?.scrollIntoView({ block: "nearest" });

type PriceFieldProps = {
  label: string;
  name: string;
  form?: string;
  value: number | null;
  onApply: (euros: number | null) => void;
};

/** Number of digits of HIGHEST_PRICE. */
const MOST_DIGITS = 6;

/** A field for a price in whole euros. Other characters are removed while typing (specification §5); a message tells left out cents. */
function PriceField({ label, name, form, value, onApply }: PriceFieldProps) {
  const id = useId();
  const { text, change, flush } = useFilterText(value === null ? "" : String(value), {
    clean: (digits) => digits,
    apply: (digits) => onApply(parsePrice(digits)),
    delay: 500,
  });
  const [search] = useSearchParams();
  const { controls, notice } = useWholeEuros(
    text,
    (digits) => change(digits.slice(0, MOST_DIGITS)),
    // Submitted without JavaScript, the price has its cents in the URL.
    wholeEuros(search.get(name) ?? ""),
  );
  useEffect(() => {
    if (notice) scrollToMessage(`${id}-notice`);
  }, [id, notice]);
  return (
    <FieldFrame label={label} id={id} notice={notice}>
      <div className="money">
        <input
          {...controls}
          className="in"
          id={id}
          name={form && name}
          form={form}
          aria-describedby={notice ? `${id}-notice` : undefined}
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
