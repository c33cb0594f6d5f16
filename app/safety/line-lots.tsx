import { useRef, useState } from "react";
import type { OrderLine } from "#app/orders/order-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { typedDate } from "./lot-form.ts";
import { LONGEST_LOT, lotField, MOST_LOTS, normalLot } from "./lot-schema.ts";

type LineLotsProps = {
  line: OrderLine;
  /** The product's name as shown. */
  name: string;
  /** The lots recorded last for this product. */
  suggested: readonly { lot: string; bestBefore: string | null }[];
  /** The values of a refused form, and the errors, by field name. */
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** The fields of a line's lots. A chosen known lot fills in its durability. Without JavaScript one row more than recorded. */
export function LineLots({ line, name, suggested, values, errors }: LineLotsProps) {
  const { position, quantity, lots } = line;
  const most = Math.min(quantity, MOST_LOTS);
  const typed = Array.from({ length: most }, (_, part) => part).findLast(
    (part) => values[lotField("lot", position, part)],
  );
  const [rows, setRows] = useState(Math.max(1, lots.length, (typed ?? 0) + 1));
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const list = `lots-${position}`;
  /** Fills in the durability of a lot that was recorded before. */
  function fillDate(part: number, lot: string) {
    const known = suggested.find((one) => one.lot === normalLot(lot));
    const date = fieldset.current?.querySelector<HTMLInputElement>(
      `[name="${lotField("date", position, part)}"]`,
    );
    if (known?.bestBefore && date?.value === "") date.value = typedDate(known.bestBefore);
  }
  return (
    <fieldset className="lots" ref={fieldset}>
      <legend className="lbl">{`${name} × ${quantity}`}</legend>
      <datalist id={list}>
        {suggested.map(({ lot }) => (
          <option key={lot}>{lot}</option>
        ))}
      </datalist>
      {Array.from({ length: Math.min(rows + 1, most) }, (_, part) => {
        const row = lots[part];
        const field = (what: "lot" | "date" | "quantity", recorded = "") => {
          const fieldName = lotField(what, position, part);
          return {
            name: fieldName,
            defaultValue: values[fieldName] ?? recorded,
            error: errors[fieldName] ?? null,
          };
        };
        const isExtra = part >= rows;
        const number = part > 0 ? <span className="sr">{` ${part + 1}`}</span> : "";
        const fields = (
          <div className="lots__row" key={part}>
            <Field
              label={<>Lot{number}</>}
              {...field("lot", row?.lot)}
              list={list}
              maxLength={LONGEST_LOT}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={(event) => fillDate(part, event.currentTarget.value)}
            />
            <Field
              label={<>À utiliser avant fin{number}</>}
              {...field("date", row?.bestBefore ? typedDate(row.bestBefore) : "")}
              placeholder="MM/AAAA"
              inputMode="numeric"
              maxLength={20}
              autoComplete="off"
            />
            <Field
              label={<>Pièces{number}</>}
              {...field("quantity", row ? String(row.quantity) : "")}
              type="number"
              inputMode="numeric"
              min={1}
              max={quantity}
              placeholder={part === 0 ? String(quantity) : ""}
            />
          </div>
        );
        return isExtra ? <noscript key={part}>{import.meta.env.SSR && fields}</noscript> : fields;
      })}
      {rows < most && (
        <Button
          type="button"
          variant="plain"
          size="xs"
          className="needs-js"
          onClick={() => setRows(rows + 1)}
        >
          Autre lot<span className="sr">{` de ${name}`}</span>
        </Button>
      )}
    </fieldset>
  );
}
