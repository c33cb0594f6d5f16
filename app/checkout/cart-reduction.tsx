import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { CartReduction } from "#app/reductions/reduction-endpoint.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { readDraft, saveCode } from "./order-attempt.ts";

type CartReductionProps = {
  /** The cart's lines as JSON. */
  items: string;
  hasCodes: boolean;
  hasAutomatic: boolean;
  /** The order's refusal of the code. */
  error: string | undefined;
  onReduction: (reduction: CartReduction | undefined) => void;
};

/**
 * Asks for the cart's reduction, again when its articles, the code or the page's data change, and has the field of a code, in a form
 * of its own: Enter applies the code instead of ordering. Loaded only by shops with reductions.
 */
export function CartReductionForm(props: CartReductionProps) {
  const { items, hasCodes, hasAutomatic, error, onReduction } = props;
  const [code, setCode] = useState(() => (hasCodes ? readDraft()["code"] : "") ?? "");
  const [typed, setTyped] = useState(code);
  const { load, data } = useFetcher<CartReduction>();
  const isAsking = hasAutomatic || code !== "";
  useEffect(() => {
    if (isAsking) void load(`/panier/reduction?${new URLSearchParams({ articles: items, code })}`);
  }, [load, isAsking, items, code]);
  const reduction = isAsking ? data : undefined;
  useEffect(() => onReduction(reduction), [onReduction, reduction]);
  if (!hasCodes) return null;

  const isAnswered = code !== "" && reduction?.code === code;
  const message = isAnswered ? reduction.message : null;
  const isUsed = isAnswered && message === null;
  return (
    <form
      className="code-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const next = isUsed ? "" : typed.trim();
        if (isUsed) setTyped("");
        setCode(next);
        saveCode(next);
      }}
    >
      <Field
        id="code"
        name="reduction"
        label="Code de réduction"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        readOnly={isUsed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        error={message ?? error}
      />
      <Button variant="secondary" size="s">
        {isUsed ? "Retirer le code" : "Appliquer"}
      </Button>
    </form>
  );
}
