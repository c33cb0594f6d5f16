import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { displayName } from "../product-name.ts";
import type { ProductToDelete } from "./product-list.server.ts";
import { ProductThumb } from "./products-table.tsx";

/** Specification §5. */
const QUESTION = "Voulez-vous vraiment supprimer ?";
const CONFIRM = "Supprimer le produit";

type DeleteProductProps = {
  /** The product in question; none closes the dialog. */
  product: ProductToDelete | null;
  onConfirm: (answer: { intent: string; id: string }) => void;
  onCancel: () => void;
  isBusy: boolean;
  /** Without JavaScript: where to come back to, which also takes the answer. */
  backHref: string;
};

/** The second step of « Supprimer »: a dialog, or without JavaScript a form at the head of the page. */
export function DeleteProduct({
  product,
  onConfirm,
  onCancel,
  isBusy,
  backHref,
}: DeleteProductProps) {
  return (
    <>
      <ConfirmDialog
        open={product !== null}
        title={QUESTION}
        confirmLabel={CONFIRM}
        destructive
        busy={isBusy}
        onCancel={onCancel}
        onConfirm={() => {
          if (product) onConfirm({ intent: "delete", id: product.id });
        }}
      >
        {product && <WhatIsDeleted product={product} />}
      </ConfirmDialog>
      {product && (
        <noscript>
          <section className="panel" aria-labelledby="confirmation">
            <div className="dialog__body">
              <h2 className="h4" id="confirmation">
                {QUESTION}
              </h2>
              <WhatIsDeleted product={product} />
            </div>
            <Form className="dialog__acts" method="post" action={backHref}>
              <input type="hidden" name="intent" value="delete" />
              <input type="hidden" name="id" value={product.id} />
              <ButtonLink to={backHref} variant="plain" size="s">
                Annuler
              </ButtonLink>
              <Button size="s" variant="danger">
                {CONFIRM}
              </Button>
            </Form>
          </section>
        </noscript>
      )}
    </>
  );
}

function WhatIsDeleted({ product }: { product: ProductToDelete }) {
  const { orders } = product;
  const facts = [
    formatPrice(product.priceCents),
    counted(product.pictures, "image"),
    counted(product.comments, "commentaire"),
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
      <p>
        Le produit quitte la boutique, les paniers et les favoris.
        {orders === 1 && " Il reste lisible dans la commande qui le contient."}
        {orders > 1 && ` Il reste lisible dans les ${orders} commandes qui le contiennent.`}
      </p>
    </>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count > 1 ? "s" : ""}`;
}
