import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

/**
 * A field for a reference or an EAN, which opens the product's stock page. A hand scanner types the code and ends with Enter.
 * `unknownCode`: the code that no product has.
 */
export function ScanForm({ unknownCode = null }: { unknownCode?: string | null }) {
  return (
    <Form className="panel scan" action="/admin/stock" method="get" key={unknownCode}>
      <Field
        label="Scanner ou saisir une référence, un EAN"
        name="code"
        defaultValue={unknownCode ?? ""}
        error={unknownCode === null ? null : "Aucun produit n’a cette référence ni cet EAN."}
        // The next scan replaces the wrong code.
        ref={(field) => {
          if (unknownCode === null) return;
          field?.focus();
          field?.select();
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        required
      />
      <Button variant="secondary">Ouvrir</Button>
    </Form>
  );
}
