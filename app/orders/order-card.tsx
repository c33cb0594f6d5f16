import { displayName } from "#app/catalogue/product-name.ts";
import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { Tag } from "#app/ui/tag.tsx";
import { OrderLines } from "./order-lines.tsx";
import { DeliveryTag } from "./order-tags.tsx";
import { frenchDate, frenchMoment, frenchPeriod } from "#app/ui/french-date.ts";
import { deliveryNumber, isToPay, type OrderView } from "./order-view.ts";
import { ShippingAddress } from "./shipping-address.tsx";

/** One of the customer's orders: the facts of specification §2, and all of it one click away. */
export function OrderCard({ order }: { order: OrderView }) {
  const number = deliveryNumber(order.id);
  const facts = [
    { name: "Numéro de livraison", value: number, className: "code" },
    { name: "Mode de livraison", value: order.shippingMethod },
    { name: "Période de livraison", value: frenchPeriod(order.shippingFrom, order.shippingUntil) },
    { name: "Total", value: formatPrice(order.totalCents) },
  ];
  return (
    <article className="panel order-card" aria-labelledby={`commande-${number}`}>
      <FirstPicture order={order} />
      <div className="order-card__body">
        <div className="order-card__top">
          <h2 id={`commande-${number}`}>
            <time dateTime={order.createdAt.toISOString()}>{frenchDate(order.createdAt)}</time>
          </h2>
          <span className="order-card__tags">
            {isToPay(order) && (
              <Tag tone="error" icon="credit-card">
                À payer
              </Tag>
            )}
            <DeliveryTag isShipped={order.isShipped} />
          </span>
        </div>
        <dl className="order-card__facts">
          {facts.map(({ name, value, className }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={className}>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="order-card__acts">
          <details>
            <summary className="link">
              Voir le détail<span className="sr"> de la commande {number}</span>
            </summary>
            <div className="stack">
              <OrderLines order={order} level={3} />
              <Destination order={order} />
            </div>
          </details>
          <Link className="link link--soft" to="/contact">
            Signaler un probleme
          </Link>
          {isToPay(order) && (
            <ButtonLink to={`/payement/${order.id}`} reloadDocument>
              Payer {formatPrice(order.totalCents)}
              <span className="sr"> pour la commande {number}</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  );
}

function FirstPicture({ order: { lines } }: { order: OrderView }) {
  const [first, ...others] = lines;
  return (
    <div className="order-card__pic">
      {first?.picture && (
        <Picture
          picture={first.picture}
          alt={displayName(first.name)}
          sizes="(min-width: 768px) 144px, 88px"
          displayWidth={144}
        />
      )}
      {others.length > 0 && (
        <span className="order-card__more">
          <span aria-hidden="true">+{others.length}</span>
          <span className="sr">
            et {others.length} autre{others.length > 1 ? "s" : ""}
          </span>
        </span>
      )}
    </div>
  );
}

function Destination({ order }: { order: OrderView }) {
  return (
    <div className="pairs">
      <section className="block">
        <h3 className="label">Livraison</h3>
        <p className="strong">{order.shippingMethod}</p>
        <ShippingAddress
          text={order.shippingAddress}
          before={order.customerName}
          after={<span className="num">{order.phoneNumber}</span>}
        />
      </section>
      <section className="block">
        <h3 className="label">Paiement</h3>
        <p className="strong">{order.paymentMethod}</p>
        <p className="soft">{paymentState(order)}</p>
      </section>
    </div>
  );
}

function paymentState(order: OrderView): string {
  if (order.paidAt) return `Reçu le ${frenchMoment(order.paidAt)}`;
  if (order.isPaid) return "Reçu";
  return isToPay(order) ? "À payer" : "À régler à la livraison";
}
