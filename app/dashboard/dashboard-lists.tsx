/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   as cards, style takes the table's display away, and with it the roles that browsers give by themselves. */
import type { ReactNode } from "react";
import { Link } from "#app/ui/link.tsx";
import { displayName } from "#app/catalogue/product-name.ts";
import { ordersHref, parseOrderQuery } from "#app/orders/order-query.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { frenchRecent } from "#app/ui/french-date.ts";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { Stars } from "#app/ui/stars.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type {
  OrderToDeliver,
  readBestSellers,
  readLastComments,
  readUnreadMessages,
} from "./dashboard.server.ts";

const EVERY_ORDER = parseOrderQuery(new URLSearchParams());
const TO_DELIVER = { ...EVERY_ORDER, state: "a-livrer" as const };

type PanelProps = { id: string; title: string; aside?: ReactNode; children: ReactNode };

function Panel({ id, title, aside, children }: PanelProps) {
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

const Nothing = ({ children }: { children: string }) => <p className="dash__none">{children}</p>;

type ToDeliverProps = { orders: OrderToDeliver[]; count: number; now: Date };

/** The orders with the earliest delivery deadlines. */
export function ToDeliver({ orders, count, now }: ToDeliverProps) {
  return (
    <Panel
      id="a-livrer"
      title="Commandes à livrer"
      aside={
        count > 0 && (
          <Link className="link" to={ordersHref(TO_DELIVER)}>
            {count === 1 ? "Voir la commande" : `Voir les ${count}`}
          </Link>
        )
      }
    >
      {orders.length === 0 ? (
        <Nothing>Rien n’attend d’être livré.</Nothing>
      ) : (
        <table className="data-table data-table--cards t-todo" role="table">
          <thead className="sr" role="rowgroup">
            <tr role="row">
              {["Commande", "Livraison", "Total"].map((name) => (
                <th key={name} role="columnheader" scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {orders.map((order) => (
              <tr key={order.id} role="row">
                <th className="two c-who" role="rowheader" scope="row">
                  <b>
                    <Link className="cell" to={ordersHref(EVERY_ORDER, { commande: order.id })}>
                      {order.customerName}
                    </Link>
                  </b>
                  <span>
                    <span className="code">{deliveryNumber(order.id)}</span> ·{" "}
                    {frenchRecent(order.createdAt, now)}
                  </span>
                </th>
                <td className="c-late" role="cell">
                  <Waiting order={order} />
                </td>
                <td className="end c-total" role="cell">
                  {formatPrice(order.totalCents)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Waiting({ order }: { order: OrderToDeliver }) {
  if (order.daysLate === 0) return <span className="soft">{order.shippingMethod}</span>;
  return (
    <Tag tone="error" icon="triangle-alert">
      En retard de {order.daysLate} jour{order.daysLate > 1 ? "s" : ""}
    </Tag>
  );
}

type Sellers = Awaited<ReturnType<typeof readBestSellers>>;

/** The best-selling products, with a bar proportional to the number of pieces. */
export function BestSellers({ sellers }: { sellers: Sellers }) {
  const most = sellers[0]?.pieces ?? 1;
  return (
    <Panel
      id="meilleures-ventes"
      title="Meilleures ventes"
      aside={<span className="muted small">de la période, en unités</span>}
    >
      {sellers.length === 0 ? (
        <Nothing>Rien n’a été vendu sur cette période.</Nothing>
      ) : (
        <table className="data-table t-best">
          <thead className="sr">
            <tr>
              {["Rang", "Produit", "Unités", "Chiffre d’affaires"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sellers.map((seller, index) => (
              <tr key={seller.productId}>
                <td className="t-best__rank muted num">{index + 1}</td>
                <th className="t-best__name" scope="row">
                  <span className="thumb">
                    {seller.picture && (
                      <Picture picture={seller.picture} alt="" sizes="40px" displayWidth={40} />
                    )}
                  </span>
                  <span className="t-best__text">
                    {seller.isSold ? (
                      <Link className="cell" to={`/produit/${seller.productId}`}>
                        {displayName(seller.name)}
                      </Link>
                    ) : (
                      <>
                        {displayName(seller.name)}{" "}
                        <small className="muted">retiré de la vente</small>
                      </>
                    )}
                    <svg className="t-best__bar" aria-hidden="true">
                      <rect width={`${(seller.pieces / most) * 100}%`} height="100%" rx="2" />
                    </svg>
                  </span>
                </th>
                <td className="end">
                  <b>{seller.pieces}</b>
                </td>
                <td className="end soft wide-only">{formatPrice(seller.cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

type Messages = Awaited<ReturnType<typeof readUnreadMessages>>;

export function UnreadMessages({ messages, now }: { messages: Messages; now: Date }) {
  return (
    <Panel
      id="messages-non-lus"
      title="Messages non lus"
      aside={
        messages.length > 0 && (
          <Link className="link" to="/admin/notifications">
            Tout lire
          </Link>
        )
      }
    >
      {messages.length === 0 ? (
        <Nothing>Aucun message non lu.</Nothing>
      ) : (
        <ul className="feed">
          {messages.map(({ id, title, text, createdAt }) => (
            <li key={id}>
              <div className="feed__top">
                <b>{title}</b>
                <time dateTime={createdAt.toISOString()}>{frenchRecent(createdAt, now)}</time>
              </div>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Comments = Awaited<ReturnType<typeof readLastComments>>;

export function LastComments({ comments, now }: { comments: Comments; now: Date }) {
  return (
    <Panel id="derniers-commentaires" title="Derniers commentaires">
      {comments.length === 0 ? (
        <Nothing>Aucun commentaire pour l’instant.</Nothing>
      ) : (
        <ul className="feed">
          {comments.map(({ id, productId, productName, rate, text, createdAt }) => (
            <li key={id}>
              <div className="feed__top">
                <Link className="cell" to={`/produit/${productId}#avis`}>
                  {displayName(productName)}
                </Link>
                <time dateTime={createdAt.toISOString()}>{frenchRecent(createdAt, now)}</time>
              </div>
              <Stars rating={rate} />
              {text && <p>{text}</p>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
