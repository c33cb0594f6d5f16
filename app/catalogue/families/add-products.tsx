import { useState } from "react";
import { useFetcher } from "react-router";
import { listHref } from "#app/ui/areas/list-address.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import type { loader } from "../manage/products-page.tsx";
import { displayName } from "../product-name.ts";
import type { MemberProduct } from "./families.server.ts";

type Found = MemberProduct & { id: string };

type AddProductsProps = {
  /** The ids of the family's products. */
  known: ReadonlySet<string>;
  /** The number of products that may still be added. */
  room: number;
  onAdd: (products: readonly Found[]) => void;
};

/** A search field over the administrators' product list, with buttons to add one or all results. */
export function AddProducts({ known, room, onAdd }: AddProductsProps) {
  const search = useFetcher<typeof loader>();
  const [text, setText] = useState("");
  const answer = search.data;
  const isAnswered = answer !== undefined && answer.query.search !== "";
  const found = (answer?.list.products ?? [])
    .filter(({ id }) => isAnswered && !known.has(id))
    .map(({ id, name, picture }): Found => ({ id, name: displayName(name), picture }))
    .slice(0, Math.max(0, room));
  const look = () => {
    if (text.trim() !== "")
      void search.load(listHref("/admin/produits", [["recherche", text.trim()]]));
  };
  return (
    <div className="form needs-js family-add">
      <Field
        label="Ajouter un produit"
        hint="Un nom, une référence, un EAN ou un identifiant."
        name="recherche"
        form="aucun"
        type="search"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          look();
        }}
      />
      <div className="family-add__acts">
        <Button
          type="button"
          variant="secondary"
          size="s"
          busy={search.state !== "idle"}
          onClick={look}
        >
          Chercher
        </Button>
        {found.length > 1 && (
          <Button
            type="button"
            variant="plain"
            size="s"
            onClick={() => onAdd(found)}
          >{`Ajouter les ${found.length}`}</Button>
        )}
      </div>
      <p role="status" className={found.length > 0 ? "sr" : "hint"}>
        {isAnswered &&
          (found.length > 0 ? `${found.length} produits trouvés.` : "Aucun autre produit trouvé.")}
      </p>
      {found.length > 0 && (
        <ul className="family-add__list">
          {found.map((product) => (
            <li key={product.id}>
              <Button
                type="button"
                variant="plain"
                size="xs"
                onClick={() => onAdd([product])}
              >{`Ajouter ${product.name}`}</Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
