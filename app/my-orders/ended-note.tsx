import { useNavigate } from "react-router";
import { addToCart } from "#app/cart/cart-store.ts";
import { SOLD_OUT, UNCONFIRMED, UNPAID, type OrderView } from "#app/orders/order-view.ts";
import { Button } from "#app/ui/button.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";

/** Why the shop ended an order by itself. */
const REASONS = new Set([UNPAID, UNCONFIRMED, SOLD_OUT]);

/** On the customer's order that the shop ended by itself: a way to order its articles again. Nothing on any other. */
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
