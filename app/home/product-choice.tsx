import { useState } from "react";
import { displayName } from "#app/catalogue/product-name.ts";
import { useSuggestions } from "#app/search/use-suggestions.ts";
import { FieldFrame } from "#app/ui/field-frame.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";

type ProductChoiceProps = {
  /** The search field's id, for links of the error summary. */
  id: string;
  label: string;
  /** The name of the chosen product; null: none. */
  chosen: string | null;
  onChoose: (product: { id: string; name: string }) => void;
  error: string | undefined;
  /** Why the chosen product is not shown. */
  warning?: string | null;
};

/** The field of a chosen product: its name, and a search field to choose another. */
export function ProductChoice({ id, label, chosen, onChoose, error, warning }: ProductChoiceProps) {
  const [text, setText] = useState("");
  const proposal = useSuggestions(text);
  const found = proposal?.suggestions.products ?? [];
  return (
    <div className="product-choice">
      <FieldFrame id={id} label={label} error={error}>
        <p className="product-choice__now" id={`${id}-now`} role="status">
          {chosen ?? "Aucun produit n’est choisi."}
        </p>
        {warning && (
          <p className="warn" id={`${id}-warning`}>
            <Icon name="triangle-alert" size={16} />
            <span>{warning}</span>
          </p>
        )}
        <input
          className="in needs-js"
          id={id}
          type="search"
          autoComplete="off"
          placeholder="Chercher un autre produit"
          aria-describedby={[`${id}-now`, warning && `${id}-warning`, error && `${id}-error`]
            .filter(Boolean)
            .join(" ")}
          aria-invalid={error ? true : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          // Enter would submit the form around it.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </FieldFrame>
      {proposal && (
        <ul className="product-choice__found" aria-label="Produits trouvés">
          {found.map((product) => (
            <li key={product.id}>
              <button
                type="button"
                onClick={() => {
                  onChoose({ id: product.id, name: displayName(product.name) });
                  setText("");
                  document.getElementById(id)?.focus();
                }}
              >
                {product.picture ? (
                  <Picture picture={product.picture} alt="" sizes="40px" displayWidth={40} />
                ) : (
                  <Icon name="package" size={24} />
                )}
                <span>{displayName(product.name)}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="hint">Aucun produit trouvé.</li>}
        </ul>
      )}
    </div>
  );
}
