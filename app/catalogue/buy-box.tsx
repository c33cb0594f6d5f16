import { useEffect, useState, type RefObject } from "react";
import { Form, useRouteLoaderData } from "react-router";
import type { DeliverySummary } from "#app/delivery/delivery-texts.ts";
import { HeartButton, useHeart } from "#app/favourites/heart-button.tsx";
import type { RootData } from "#app/root-data.ts";
import { useShop } from "#app/root-shop.ts";
import { useShopName } from "#app/shop-name.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { Quantity } from "#app/ui/quantity.tsx";
import { Stars } from "#app/ui/stars.tsx";
import type { Availability } from "./availability.ts";
import { FamilySwitch } from "./families/family-switch.tsx";
import { PriorPrice } from "./prior-price.tsx";
import { displayName } from "./product-name.ts";
import {
  categoryHref,
  type FamilySwitch as FamilySwitchData,
  type Product,
} from "./product-schema.ts";

/** How long, in ms, the button « Ajouter Au Panier » shows its check mark. */
const CONFIRMATION_MS = 2000;

/**
 * The chosen quantity, the highest one (`limit`), whether that is all there is, and the actions of the buttons « add to cart » and « buy
 * now ». The page creates them (`useBuying`).
 */
export type Buying = {
  quantity: number;
  limit: number;
  isAll: boolean;
  setQuantity: (quantity: number) => void;
  add: () => void;
  buyNow: () => void;
};

type BuyProps = {
  product: Product;
  /** What the delivery costs, and where and when it comes. */
  delivery?: DeliverySummary;
  /** How long the customer may withdraw. */
  returns?: { title: string; text: string };
  /** A sentence about the announced reduction. */
  reduction?: string | null;
  availability?: Availability | null;
  family?: FamilySwitchData | null;
  buying: Buying;
  /** A ref for the container of the two buttons, which the sticky bar observes. */
  buttons: RefObject<HTMLDivElement | null>;
};

/** The part of a product's page for buying: name, rating, price, quantity and the two buttons. */
export function BuyBox(props: BuyProps) {
  const { product, delivery, returns, reduction, availability, family, buying, buttons } = props;
  const shop = useShop();
  const heart = useHeart(product.id);
  const name = displayName(product.name);
  const email = useRouteLoaderData<RootData>("root")?.viewer?.email;
  const isSoldOut = product.available === 0;
  return (
    <section className="buy" aria-label="Acheter">
      <p>
        <Link className="label buy__cat" to={categoryHref(product.category)}>
          {product.category}
        </Link>
      </p>
      <h1>{name}</h1>
      <Stars rating={product.rating} count={product.ratingCount} href="#avis" />
      <p className="buy__price">
        <PriorPrice cents={product.priorCents} />
        <strong>{formatPrice(product.priceCents)}</strong>
        {product.unitPrice && <span className="small soft num">{product.unitPrice}</span>}
        {!shop?.vatExempt && <span className="small soft">TVA incluse</span>}
      </p>
      {reduction && <p className="small soft">{reduction}</p>}
      {family && <FamilySwitch family={family} id={product.id} />}
      {availability && (
        <p className="buy__stock" role="status">
          <span className={`tag tag--${availability.tone}`}>{availability.text}</span>
        </p>
      )}
      {isSoldOut && (
        // stock/waiter-page.tsx responds, also to invalid addresses.
        <Form
          className="form waiter"
          method="post"
          action={`/produit/${product.id}/prevenir`}
          noValidate
        >
          <Field
            label="Votre e-mail"
            hint="Un seul e-mail, quand ce produit revient."
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={email}
          />
          <Button block>Me prévenir du retour</Button>
        </Form>
      )}
      <fieldset className="qtyrow needs-js" disabled={isSoldOut}>
        <label className="lbl" htmlFor="quantite">
          Quantité
        </label>
        <Quantity
          id="quantite"
          label="Quantité"
          value={buying.quantity}
          max={buying.limit}
          onChange={buying.setQuantity}
        />
      </fieldset>
      <p className="small soft" role="status">
        {buying.isAll && `Il n’en reste que ${buying.limit}.`}
      </p>
      <div className="buy__act needs-js" ref={buttons}>
        <AddButton block disabled={isSoldOut} onAdd={buying.add} />
        <Button
          type="button"
          variant="secondary"
          block
          disabled={isSoldOut}
          onClick={buying.buyNow}
        >
          Acheter maintainant
        </Button>
      </div>
      <div className="buy__fav">
        <HeartButton variant="text" productId={product.id} name={name} {...heart} />
      </div>
      <noscript>
        {/* SSR, a build constant: see shell/footer.tsx. */}
        {import.meta.env.SSR && <Note>Le panier a besoin de JavaScript pour fonctionner.</Note>}
      </noscript>
      <ul className="reassure">
        <li>
          <Icon name="truck" />
          <p>
            {delivery?.title}
            <br />
            <span>{delivery?.text}</span>
          </p>
        </li>
        <li>
          <Icon name="rotate-ccw" />
          <p>
            {returns?.title}
            <br />
            <span>{returns?.text}</span>
          </p>
        </li>
        <li>
          <Icon name="lock" />
          <p>
            {delivery?.payment}
            <br />
            <span>{`Vos données de carte ne passent jamais par ${useShopName()}`}</span>
          </p>
        </li>
      </ul>
    </section>
  );
}

type AddButtonProps = { onAdd: () => void; disabled: boolean; block?: boolean };

function AddButton({ onAdd, disabled, block }: AddButtonProps) {
  const [isConfirmed, setConfirmed] = useState(false);
  useEffect(() => {
    if (!isConfirmed) return;
    const timer = setTimeout(() => setConfirmed(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isConfirmed]);
  return (
    <Button
      type="button"
      block={block}
      disabled={disabled}
      onClick={() => {
        setConfirmed(true);
        onAdd();
      }}
    >
      {isConfirmed && <Icon name="check" />}
      <span>Ajouter Au Panier</span>
    </Button>
  );
}

/** The sticky bar with price and button on phones, shown while the two buttons are above the viewport. */
export function BuyBar({ product, buying, buttons }: BuyProps) {
  const isOff = !useIsAbove(buttons);
  const isSoldOut = product.available === 0;
  return (
    <section
      className="buybar needs-js"
      data-off={isOff ? "" : undefined}
      aria-label="Achat rapide"
    >
      <div>
        <b>{displayName(product.name)}</b>
        <span className="price">{formatPrice(product.priceCents)}</span>
        {isSoldOut && <span className="buybar__out"> Épuisé</span>}
      </div>
      <AddButton disabled={isSoldOut} onAdd={buying.add} />
    </section>
  );
}

/** Whether the element is above the viewport. */
function useIsAbove(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    // The root margin extends the viewport downwards, so that the observer reports only crossings of the top edge.
    const observer = new IntersectionObserver(
      ([entry]) => setAbove(entry?.isIntersecting === false),
      {
        rootMargin: "0px 0px 100000px 0px",
      },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAbove;
}
