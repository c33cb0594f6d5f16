import { useState } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

type QuantityProps = {
  value: number;
  onChange: (value: number) => void;
  /** The accessible name: « Quantité », or « Quantité : Crème hydratante rose et lin » in a list. */
  label: string;
  max: number;
  /** « s » is 44 px high instead of 48. */
  size?: "s";
  id?: string;
};

export function Quantity({ value, onChange, label, max, size, id }: QuantityProps) {
  // The typed text, which may be empty or out of bounds until the input loses the focus.
  const [draft, setDraft] = useState<string | null>(null);

  function change(next: number) {
    const bounded = Math.min(max, Math.max(1, next));
    setDraft(null);
    if (bounded !== value) onChange(bounded);
  }

  return (
    <div className={classes("qty", size && "qty--s")} role="group" aria-label={label}>
      <button
        type="button"
        aria-label="Diminuer"
        disabled={value <= 1}
        onClick={() => change(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        size={2}
        maxLength={String(max).length}
        aria-label={label}
        value={draft ?? value}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, "");
          const typed = Number(digits);
          setDraft(digits);
          if (digits !== "" && typed >= 1 && typed <= max && typed !== value) onChange(typed);
        }}
        onBlur={() => {
          if (draft !== null) change(draft === "" ? value : Number(draft));
        }}
      />
      <button
        type="button"
        aria-label="Augmenter"
        disabled={value >= max}
        onClick={() => change(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
