import type { ReactNode } from "react";
import { displayName } from "#app/catalogue/product-name.ts";
import { contactHref } from "#app/messages/contact-query.ts";
import { cashState } from "#app/orders/cash-state.ts";
import { openWithdrawals } from "#app/orders/open-withdrawals.ts";
import {
  CashTag,
  DeliveryTag,
  LateTag,
  ParcelTag,
  VerificationTag,
  WithdrawalTag,
} from "#app/orders/order-tags.tsx";
import { deliveryNumber, isPayable, isToPay, type OrderView } from "#app/orders/order-view.ts";
import { isPartlySent, isUnderWay } from "#app/orders/parcel-view.ts";
import { ParcelLines } from "#app/parcels/parcels-panel.tsx";
import { Tag } from "#app/ui/areas/tag.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchDate } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { Link, TextLink } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { WithdrawalLink } from "./withdrawal-link.tsx";

/**
 * An order in the customer's list: its date, delivery number, delivery method and period, and total (specification §2), with its state and
 * links.
 */
export function OrderCard({ order }: { order: OrderView }) {
  const number = deliveryNumber(order.id);
  const facts = [
    { name: "Numéro de livraison", value: number, className: "code" },
    { name: "Mode de livraison", value: order.deliveryName },
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
          <State order={order} />
        </div>
        <dl className="order-card__facts">
          {facts.map(({ name, value, className }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={className}>{value}</dd>
            </div>
          ))}
        </dl>
        {order.parcels.length > 0 && !order.isDelivered && !order.cancelledAt && (
          <ParcelLines order={order} />
        )}
        <div className="order-card__acts">
          <TextLink to={`/admin/my-orders/${order.id}`}>
            Voir le détail<span className="sr">{` de la commande ${number}`}</span>
          </TextLink>
          <Link className="link link--soft" to={contactHref(deliveryNumber(order.id))}>
            Signaler un probleme
          </Link>
          <WithdrawalLink order={order} className="link link--soft" />
          {isPayable(order) && !order.isDelivered && (
            <Link className="link link--soft" to={`/admin/my-orders/${order.id}/annuler`}>
              Annuler<span className="sr">{` la commande ${number}`}</span>
            </Link>
          )}
          {isPayable(order) && (
            <ButtonLink to={`/payement/${order.id}`} size="s" reloadDocument>
              <span>{`Payer ${formatPrice(order.totalCents)}`}</span>
              <span className="sr">{` pour la commande ${number}`}</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  );
}

/**
 * « Livré » or « Non livré » (specification §2) and the one most important tag. Without another tag, only the delivery state is shown.
 */
function State({ order }: { order: OrderView }) {
  const tag = firstTag(order);
  return (
    <span className="order-card__state">
      {tag && <span className="soft nw">{order.isDelivered ? "Livré" : "Non livré"}</span>}
      {tag ?? <DeliveryTag {...order} />}
    </span>
  );
}

function firstTag(order: OrderView): ReactNode {
  if (order.cancelledAt) return <DeliveryTag {...order} />;
  if (order.returns.some(({ state }) => state === "expected"))
    return <Tag tone="plum" icon="clock" label="Retour attendu" />;
  if (openWithdrawals(order).length > 0) return <WithdrawalTag order={order} />;
  if (isToPay(order))
    return order.isPaymentPending ? (
      <VerificationTag />
    ) : (
      <Tag tone="error" icon="credit-card" label="À payer" />
    );
  if (cashState(order) === "to-confirm") return <CashTag order={order} />;
  if (order.isLate) return <LateTag {...order} />;
  return isUnderWay(order) || isPartlySent(order) ? <ParcelTag order={order} /> : null;
}

/** The picture links to the detail, as a larger click target; hidden from screen readers, which get the text instead. */
function FirstPicture({ order: { id, lines } }: { order: OrderView }) {
  const [first, ...others] = lines;
  const more = others.length;
  return (
    <div>
      <Link
        className="order-card__pic"
        to={`/admin/my-orders/${id}`}
        tabIndex={-1}
        aria-hidden="true"
      >
        {first?.picture && (
          <Picture
            picture={first.picture}
            alt=""
            sizes="(min-width: 768px) 144px, 88px"
            displayWidth={144}
          />
        )}
        {more > 0 && <span className="order-card__more">{`+${more}`}</span>}
      </Link>
      <p className="sr">{`${first ? displayName(first.name) : ""}${more > 0 ? ` et ${more} autre${more > 1 ? "s" : ""}` : ""}`}</p>
    </div>
  );
}
