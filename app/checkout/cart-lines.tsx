import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { MAX_QUANTITY } from "#app/cart/cart-schema.ts";
import { removeFromCart, setQuantity } from "#app/cart/cart-store.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { Quantity } from "#app/ui/quantity.tsx";
import { toast } from "#app/ui/toast.tsx";
import { isShort, type PricedLine } from "./use-priced-cart.ts";

type Removal = { id: string; name: string; undo: () => void };
const removeButtonId = (productId: string) => `retirer-${productId}`;

type CartLinesProps = {
  lines: PricedLine[];
  removal: Removal | null;
  onRemoval: (removal: Removal | null) => void;
  /** The answer that refused the order because pieces lack. Once the stock is loaded again, the first line that wants too many gets the focus. */
  shortage: object | undefined;
};

/** The articles of the cart, with an undo for the last removal. */
export function CartLines({ lines, removal, onRemoval, shortage }: CartLinesProps) {
  const list = useRef<HTMLUListElement>(null);
  const handled = useRef(shortage);
  useEffect(() => {
    const short = list.current?.querySelector<HTMLElement>("[data-short]");
    if (handled.current === shortage || !short) return;
    handled.current = shortage;
    short.focus();
  }, [lines, shortage]);
  function remove(line: PricedLine) {
    const undo = removeFromCart(line.id);
    onRemoval({ id: line.id, name: line.name, undo });
    toast.success("Produit supprimé du panier");
  }
  return (
    <section aria-label="Articles">
      <ul className="lines" ref={list}>
        {lines.map((line) => (
          <CartLine key={line.id} line={line} onRemove={() => remove(line)} />
        ))}
      </ul>
      {removal && <Undo removal={removal} onDone={() => onRemoval(null)} />}
    </section>
  );
}

/** State of the last removal, for `CartLines` and `Undo`; null before the first one and after its undo. */
export function useRemoval() {
  return useState<Removal | null>(null);
}

/**
 * Offers to undo the last removal. Takes the focus, which was lost with the removed line's button; undoing moves the focus to
 * the restored line's button.
 */
export function Undo({ removal, onDone }: { removal: Removal; onDone: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, [removal]);
  return (
    <p className="undo" role="status">
      <span>{`Produit supprimé du panier\u00a0: ${removal.name}`}</span>
      <button
        type="button"
        className="link"
        ref={button}
        onClick={() => {
          flushSync(() => {
            removal.undo();
            onDone();
          });
          document.getElementById(removeButtonId(removal.id))?.focus();
        }}
      >
        Annuler
      </button>
    </p>
  );
}

function CartLine({ line, onRemove }: { line: PricedLine; onRemove: () => void }) {
  const { name } = line;
  const to = `/produit/${line.id}`;
  return (
    <li className="line">
      <Link className="line__pic" to={to} tabIndex={-1} aria-hidden="true">
        {line.picture ? (
          <Picture picture={line.picture} alt="" sizes="120px" displayWidth={240} />
        ) : (
          line.image && <img src={line.image} width={240} height={240} alt="" />
        )}
      </Link>
      <div className="line__b">
        <Link className="line__name" to={to}>
          {name}
        </Link>
        <span className="line__total price">
          {line.isGone ? "–" : formatPrice(line.unitCents * line.qty)}
        </span>
        <p className="line__unit num">{`${formatPrice(line.unitCents)} l’unité${line.unitPrice ? ` · ${line.unitPrice}` : ""}`}</p>
        {line.essentials && (
          <details className="line__unit">
            <summary>{line.essentials.short}</summary>
            {line.essentials.text}
          </details>
        )}
        <Stock line={line} />
        <LineChange line={line} />
        <div className="line__act">
          <Quantity
            size="s"
            label={`Quantité\u00a0: ${name}`}
            value={line.qty}
            max={Math.min(Math.max(line.available ?? MAX_QUANTITY, 1), MAX_QUANTITY)}
            onChange={(qty) => setQuantity(line.id, qty)}
          />
          <button
            type="button"
            className="line__rm"
            id={removeButtonId(line.id)}
            onClick={onRemove}
          >
            <Icon name="trash-2" />
            <span>Retirer</span>
            <span className="sr">{` ${name}`}</span>
          </button>
        </div>
      </div>
    </li>
  );
}

/**
 * Says that the line takes all the pieces that are left, or that it wants more: the server would refuse the order
 * (orders/place-order.server.ts), so a button reduces the quantity to what is left.
 */
function Stock({ line }: { line: PricedLine }) {
  const { id, available, qty, isGone } = line;
  if (isGone || available === null || qty < available) return null;
  const lacks = isShort(line);
  return (
    <p
      className="line__say line__stock"
      role="status"
      tabIndex={-1}
      data-short={lacks || undefined}
    >
      <span>{lacks ? stockLeftText(available) : "C’est tout ce qu’il en reste."}</span>
      {lacks && available > 0 && (
        <Button
          type="button"
          variant="secondary"
          size="s"
          onClick={({ currentTarget }) => {
            // The button is about to be removed: move the focus to the sentence, which stays.
            currentTarget.parentElement!.focus();
            setQuantity(id, available);
          }}
        >
          {available === 1 ? "Prendre le dernier" : `Prendre les ${available}`}
        </Button>
      )}
    </p>
  );
}

function stockLeftText(available: number): string {
  if (available === 0) return "Épuisé\u00a0: retirez-le pour commander.";
  return `Il n’en reste ${available === 1 ? "qu’un" : `que ${available}`}.`;
}

/** The change since the product was added: a new price, or no longer sold. */
function LineChange({ line }: { line: PricedLine }) {
  if (line.isGone)
    return <p className="line__say">Ce produit n’est plus en vente. Retirez-le pour commander.</p>;
  if (line.unitCents === line.storedCents) return null;
  return (
    <p className="line__say">{`Son prix est passé de ${formatPrice(line.storedCents)} à ${formatPrice(line.unitCents)} depuis votre ajout.`}</p>
  );
}
