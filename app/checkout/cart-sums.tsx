import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { deliveryPlace } from "#app/delivery/delivery-place-schema.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import type { CartSums } from "./cart-sums-endpoint.ts";
import { readDraft, saveCode } from "./order-draft.ts";
import { PriorPrices } from "./prior-prices.tsx";

type CartSumsFormProps = {
  /** The cart's lines as JSON. */
  items: string;
  hasCodes: boolean;
  hasAutomatic: boolean;
  hasDelivery: boolean;
  /** The typed place of the delivery as JSON: `country`, `postalCode` and `address`; empty before the form is shown. */
  place: string;
  /** The id of the chosen delivery method, if one was chosen. */
  methodId: string;
  /** Why the server refused the code with the order. */
  error: string | undefined;
  onSums: (sums: CartSums | undefined) => void;
};

/**
 * Fetches the cart's delivery fee and reduction, again whenever the articles, code, place, method or page data change. Shows the field of
 * the reduction code in a form of its own, so that Enter applies the code instead of ordering. Loaded only by shops with delivery
 * methods or reductions.
 */
export default function CartSumsForm(props: CartSumsFormProps) {
  const { items, hasCodes, hasAutomatic, hasDelivery, place, methodId, error, onSums } = props;
  const [code, setCode] = useState(() => (hasCodes ? readDraft()["code"] : "") ?? "");
  const [typed, setTyped] = useState(() => code || (readDraft()["typedCode"] ?? ""));
  const { load, data } = useFetcher<CartSums>();
  const isAsking = hasDelivery || hasAutomatic || code !== "";
  const { country, postalCode } = deliveryPlace(JSON.parse(place || '{"address":""}'));
  const query = new URLSearchParams({
    articles: items,
    code,
    ...(hasDelivery && { pays: country ?? "", cp: postalCode ?? "", mode: methodId }),
  }).toString();
  useEffect(() => {
    if (isAsking) void load(`/panier/sommes?${query}`);
  }, [load, isAsking, query]);
  const sums = isAsking ? data : undefined;
  useEffect(() => onSums(sums), [onSums, sums]);

  const isAnswered = code !== "" && sums?.code === code;
  const message = isAnswered ? sums.message : null;
  const isUsed = isAnswered && message === null;
  const { delivery } = sums ?? {};
  return (
    <>
      {hasCodes && (
        <form
          className="code-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const next = isUsed ? "" : typed.trim();
            if (isUsed) setTyped("");
            setCode(next);
            saveCode({ code: next, typedCode: next });
          }}
        >
          <Field
            id="code"
            name="reduction"
            label="Code de réduction"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              saveCode({ typedCode: target.value });
            }}
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
      )}
      {sums && <PriorPrices prices={sums.priorPrices} />}
      <p className="small strong delivery-note" role="status">
        {delivery?.chosen && delivery.note}
      </p>
    </>
  );
}
