import { ConfirmStep, type StepProps } from "#app/ui/areas/confirm-step.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { TextLink } from "#app/ui/link.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { displayName } from "../product-name.ts";
import type { ProductToDelete } from "./product-list.server.ts";
import { ProductThumb } from "./products-table.tsx";

type DeleteProductProps = {
  /** The product to delete. Null: the dialog is closed. */
  product: ProductToDelete | null;
} & StepProps;

/** The confirmation of « Supprimer », with the text of specification §5. */
export function DeleteProduct({ product, ...step }: DeleteProductProps) {
  return (
    <ConfirmStep
      question="Voulez-vous vraiment supprimer ?"
      confirmLabel="Supprimer le produit"
      destructive
      answer={product && { intent: "delete", id: product.id }}
      {...step}
    >
      {product && <DeletedProduct product={product} />}
    </ConfirmStep>
  );
}

function DeletedProduct({ product }: { product: ProductToDelete }) {
  const { orders, slides } = product;
  const facts = [
    formatPrice(product.priceCents),
    plural(product.pictures, "image"),
    plural(product.comments, "commentaire"),
  ];
  return (
    <>
      <div className="what">
        <ProductThumb picture={product.picture} />
        <div>
          <b>{displayName(product.name)}</b>
          <span className="num">{facts.join(" · ")}</span>
        </div>
      </div>
      <p>{`Le produit quitte la boutique, les paniers et les favoris.${orders === 1 ? " Il reste lisible dans la commande qui le contient." : ""}${orders > 1 ? ` Il reste lisible dans les ${orders} commandes qui le contiennent.` : ""}`}</p>
      {slides.map(({ place, title }) => (
        <p key={place}>
          La diapositive {place} de l’accueil, «&nbsp;{title}&nbsp;», mène à ce produit&nbsp;:
          choisissez-lui-en un autre dans{" "}
          <TextLink to="/admin/reglages/accueil">Réglages, Accueil</TextLink>.
        </p>
      ))}
    </>
  );
}
