import { useRef, type KeyboardEvent } from "react";
import { IconButton } from "#app/ui/areas/icon-button.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { useFocusAfter } from "#app/ui/areas/use-focus-after.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import type { Specification } from "../product-schema.ts";
import { LONGEST_NAME, MOST_SPECIFICATIONS } from "./product-values.ts";

type SpecificationRowsProps = {
  rows: readonly Specification[];
  onChange: (rows: Specification[]) => void;
  error: string | undefined;
};

/** The product's specifications as editable rows. */
export function SpecificationRows({ rows, onChange, error }: SpecificationRowsProps) {
  // Without specifications, one empty row is shown. Empty rows are not saved.
  const shown = rows.length > 0 ? rows : [{ name: "", value: "" }];
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useFocusAfter(list);
  const replace = (index: number, change: Partial<Specification>) =>
    onChange(shown.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const move = (from: number, to: number) => {
    const moved = shown.toSpliced(from, 1).toSpliced(to, 0, shown[from]!);
    focusNext(to, to > from ? "down" : "up");
    onChange(moved);
  };
  const remove = (index: number) => {
    focusNext(Math.max(0, index - 1), "name");
    onChange(shown.toSpliced(index, 1));
  };
  const add = () => {
    focusNext(shown.length, "name");
    onChange([...shown, { name: "", value: "" }]);
  };
  /** Enter moves the focus to the next cell, and adds a row after the last one. It does not submit the form. */
  const onEnter = (event: KeyboardEvent, index: number, part: "name" | "value") => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const { name, value } = shown[index]!;
    if (part === "name") focusNext(index, "value");
    else if (index < shown.length - 1) focusNext(index + 1, "name");
    else if ((name || value) && shown.length < MOST_SPECIFICATIONS) add();
  };
  return (
    <Panel
      id="specifications-titre"
      title="Spécifications"
      aside={
        <Button
          icon="plus"
          className="needs-js"
          type="button"
          variant="plain"
          size="xs"
          disabled={shown.length >= MOST_SPECIFICATIONS}
          onClick={add}
        >
          Ajouter une ligne
        </Button>
      }
      body=""
    >
      <div className="spec spec--head" aria-hidden="true">
        <span>Nom</span>
        <span>Valeur</span>
      </div>
      <ol
        className="specs"
        id="specifications"
        tabIndex={-1}
        ref={list}
        aria-describedby={error ? "specifications-error" : undefined}
      >
        {shown.map(({ name, value }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity other than their position
          <li className="spec" key={index}>
            <span className="spec__label" aria-hidden="true">
              Nom
            </span>
            <input
              className="in"
              name="specificationName"
              aria-label={`Nom, ligne ${index + 1}`}
              data-part="name"
              maxLength={LONGEST_NAME}
              value={name}
              onChange={(event) => replace(index, { name: event.target.value })}
              onKeyDown={(event) => onEnter(event, index, "name")}
            />
            <span className="spec__label" aria-hidden="true">
              Valeur
            </span>
            <input
              className="in"
              name="specificationValue"
              aria-label={`Valeur, ligne ${index + 1}`}
              data-part="value"
              value={value}
              onChange={(event) => replace(index, { value: event.target.value })}
              onKeyDown={(event) => onEnter(event, index, "value")}
            />
            <span className="acts needs-js">
              <IconButton
                icon="arrow-up"
                part="up"
                label={`Monter la ligne ${index + 1}`}
                isOff={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon="arrow-down"
                part="down"
                label={`Descendre la ligne ${index + 1}`}
                isOff={index === shown.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                icon="x"
                label={`Retirer la ligne ${index + 1}`}
                onClick={() => remove(index)}
              />
            </span>
          </li>
        ))}
      </ol>
      {error && <FieldError id="specifications-error">{error}</FieldError>}
    </Panel>
  );
}
