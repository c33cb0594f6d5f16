import { useEffect, useRef, useState, type ReactNode } from "react";
import { useFetcher, useNavigate } from "react-router";
import { MAX_QUANTITY } from "#app/cart/cart-schema.ts";
import { addToCart } from "#app/cart/cart-store.ts";
import type { DeliverySummary } from "#app/delivery/delivery-texts.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { toast } from "#app/ui/toast.tsx";
import type { Availability } from "./availability.ts";
import { BuyBar, BuyBox, type Buying } from "./buy-box.tsx";
import type { loader } from "./current-prices.ts";
import { Gallery } from "./gallery.tsx";
import { displayName } from "./product-name.ts";
import { categoryHref, MOST_SHOWN, type FamilySwitch, type Product } from "./product-schema.ts";

/** The breadcrumb of a product's page: home, shop, category, product. */
export function breadcrumbOf({ name, category }: Product): { label: string; to?: string }[] {
  return [
    { label: "Accueil", to: "/" },
    { label: "Boutique", to: "/boutique" },
    { label: category, to: categoryHref(category) },
    { label: displayName(name) },
  ];
}

type PurchaseProps = {
  product: Product;
  name: string;
  reduction: string | null;
  delivery: DeliverySummary;
  returns: { title: string; text: string };
  availability: Availability | null;
  family: FamilySwitch | null;
  /** The rest of the page, between the buy box and the sticky bar. */
  children: ReactNode;
};

/** The page from its breadcrumb to the sticky bar: gallery, buy box, and what follows them. */
export function Purchase(props: PurchaseProps) {
  const { product, name, reduction, delivery, returns, availability, family, children } = props;
  const buttons = useRef<HTMLDivElement>(null);
  const buying = useBuying(product);
  return (
    <>
      <div className="wrap">
        <Breadcrumb items={breadcrumbOf(product)} />
        <div className="pdp">
          <Gallery key={product.id} pictures={product.pictures} name={name} />
          <BuyBox
            product={product}
            reduction={reduction}
            delivery={delivery}
            returns={returns}
            availability={availability}
            family={family}
            buying={buying}
            buttons={buttons}
          />
        </div>
      </div>
      {children}
      <BuyBar product={product} buying={buying} buttons={buttons} />
    </>
  );
}

/**
 * The quantity and the actions of the two buttons (specification §2): they add the product to the cart, stored in the browser.
 */
function useBuying({ id, name, priceCents, pictures, available }: Product): Buying {
  const navigate = useNavigate();
  const [wanted, setQuantity] = useState(1);
  const { load, data } = useFetcher<typeof loader>();
  // The page's data contain the number of pieces only up to MOST_SHOWN. Above, it is fetched.
  const isMany = available !== null && wanted > MOST_SHOWN;
  useEffect(() => {
    if (isMany) void load(`/panier/prix?id=${id}`);
  }, [isMany, id, load]);
  const left =
    available !== null && available > MOST_SHOWN
      ? (data?.products.find((product) => product.id === id)?.available ?? null)
      : available;
  const limit = Math.min(Math.max(left ?? MAX_QUANTITY, 1), MAX_QUANTITY);
  const quantity = Math.min(wanted, limit);
  const first = pictures[0];
  function add() {
    const outcome = addToCart({
      id,
      name,
      image: first ? `/media/${first.path}` : "",
      price: priceCents / 100,
      qty: quantity,
    });
    toast.success(
      outcome === "added" ? "Produit ajouté au panier" : "Votre panier a été mise a jour",
    );
  }
  return {
    quantity,
    limit,
    // For few pieces, « Plus que 3 en stock » already says so.
    isAll: isMany && limit === left && quantity === limit,
    setQuantity,
    add,
    buyNow() {
      add();
      void navigate("/panier");
    },
  };
}
