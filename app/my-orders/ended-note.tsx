import { useNavigate } from "react-router";
import { addToCart } from "#app/cart/cart-store.ts";
import { SOLD_OUT, UNCONFIRMED, UNPAID, type OrderView } from "#app/orders/order-view.ts";
import { Button } from "#app/ui/button.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";

/** The reasons of automatic cancellations. */
const REASONS = new Set([UNPAID, UNCONFIRMED, SOLD_OUT]);

/**
 * For the customer of an automatically cancelled order: a button that puts its articles into the cart again. Renders nothing for any other
 * order.
 */
export function EndedNote({ order }: { order: OrderView }) {
  const navigate = useNavigate();
  const { cancelledAt, cancelReason, lines } = order;
  if (!cancelledAt || !cancelReason || !REASONS.has(cancelReason)) return null;
  const sold = lines.filter(({ hasProductPage }) => hasProductPage);
  function fillCart() {
    for (const { productId: id, name, image, unitPriceCents, quantity: qty } of sold)
      addToCart({
        id,
        name,
        image: image ? `/media/${image}` : "",
        price: unitPriceCents / 100,
        qty,
      });
    void navigate("/panier");
  }
  return (
    <Note
      tone="warning"
      title={`Cette commande a pris fin ${cancelReason} le ${frenchDay(cancelledAt)}.`}
    >
      <p>Rien n’a été débité, et rien n’est à payer.</p>
      {sold.length > 0 && (
        <div className="needs-js">
          <p>Vous pouvez commander ses articles à nouveau, aux prix du jour.</p>
          <div className="acts-row">
            <Button type="button" size="s" onClick={fillCart}>
              Remplir le panier
            </Button>
          </div>
        </div>
      )}
    </Note>
  );
}
