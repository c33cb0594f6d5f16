import { displayName } from "#app/catalogue/product-name.ts";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { articleCount, type OrderLine, type OrderView } from "./order-view.ts";

/** The small square of a line; plain ground once its picture is gone. */
export function LineThumb({ line }: { line: OrderLine | undefined }) {
  if (!line?.picture) return <span className="thumb" />;
  return <Picture picture={line.picture} alt="" sizes="48px" displayWidth={48} className="thumb" />;
}

/** What was bought, as it was when it was bought, and the sums (specification §9: no reduction, no delivery fee). */
export function OrderLines({ order, level }: { order: OrderView; level: 2 | 3 }) {
  const Title = `h${level}` as const;
  return (
    <section className="block">
      <Title className="label">{articleCount(order.lines)}</Title>
      <ul className="items">
        {order.lines.map((line) => (
          <li key={line.productId}>
            <LineThumb line={line} />
            <span className="two">
              <b>{displayName(line.name)}</b>
              <span className="num">
                {line.quantity} × {formatPrice(line.unitPriceCents)}
              </span>
            </span>
            <span>{formatPrice(line.quantity * line.unitPriceCents)}</span>
          </li>
        ))}
      </ul>
      <dl className="sums">
        <dt>Sous-total</dt>
        <dd>{formatPrice(order.totalCents)}</dd>
        <dt>Reduction</dt>
        <dd>-0 €</dd>
        <dt>Livraison</dt>
        <dd>Offerte</dd>
        <dt className="total">Total TTC</dt>
        <dd className="total">{formatPrice(order.totalCents)}</dd>
      </dl>
    </section>
  );
}
