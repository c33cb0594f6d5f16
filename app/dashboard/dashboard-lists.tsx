import { displayName } from "#app/catalogue/product-name.ts";
import { ordersAddress } from "#app/orders/order-query.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { DataTable } from "#app/ui/areas/data-table.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Tag } from "#app/ui/areas/tag.tsx";
import { frenchRecent } from "#app/ui/french-date.ts";
import { Link, TextLink } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { Stars } from "#app/ui/stars.tsx";
import type {
  OrderToDeliver,
  readBestSellers,
  readLastComments,
  readUnreadMessages,
} from "./dashboard.server.ts";

const Nothing = ({ children }: { children: string }) => <p className="dash__none">{children}</p>;

type ToDeliverProps = { orders: OrderToDeliver[]; count: number; now: Date };

/** A panel with the undelivered orders of the earliest delivery deadlines; `count` is the number of all such orders. */
export function ToDeliver({ orders, count, now }: ToDeliverProps) {
  return (
    <Panel
      id="a-livrer"
      title="Commandes à livrer"
      aside={
        count > 0 && (
          <TextLink to={ordersAddress.href({ state: "a-livrer" })}>
            {count === 1 ? "Voir la commande" : `Voir les ${count}`}
          </TextLink>
        )
      }
    >
      {orders.length === 0 ? (
        <Nothing>Rien n’attend d’être livré.</Nothing>
      ) : (
        <DataTable
          className="t-todo card-areas"
          isHeadHidden
          rows={orders}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Commande",
              className: "c-who two",
              isRowHeader: true,
              render: ({ id, customerName, createdAt }) => (
                <>
                  <b>
                    <Link className="cell" to={ordersAddress.href({}, { commande: id })}>
                      {customerName}
                    </Link>
                  </b>
                  <span>
                    <span className="code">{deliveryNumber(id)}</span> ·{" "}
                    {frenchRecent(createdAt, now)}
                  </span>
                </>
              ),
            },
            {
              head: "Livraison",
              className: "c-late",
              render: (order) => <Waiting order={order} />,
            },
            {
              head: "Total",
              className: "c-total",
              isEnd: true,
              render: ({ totalCents }) => formatPrice(totalCents),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Waiting({ order }: { order: OrderToDeliver }) {
  if (order.daysLate === 0) return <span className="soft">{order.deliveryName}</span>;
  return (
    <Tag
      tone="error"
      icon="triangle-alert"
      label={`En retard de ${order.daysLate} jour${order.daysLate > 1 ? "s" : ""}`}
    />
  );
}

type Sellers = Awaited<ReturnType<typeof readBestSellers>>;

/** A panel with the best-selling products, each with a bar proportional to its number of sold pieces. */
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
        <DataTable
          className="t-best"
          isHeadHidden
          hasNoCards
          rows={sellers}
          keyOf={({ productId }) => productId}
          columns={[
            {
              head: "Rang",
              className: "t-best__rank muted num",
              render: (_, index) => index + 1,
            },
            {
              head: "Produit",
              className: "t-best__name",
              isRowHeader: true,
              render: (seller) => <Seller seller={seller} share={seller.pieces / most} />,
            },
            { head: "Unités", isEnd: true, render: ({ pieces }) => <b>{pieces}</b> },
            {
              head: "Chiffre d’affaires",
              className: "soft",
              isEnd: true,
              isWideOnly: true,
              render: ({ cents }) => formatPrice(cents),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** A row of the best sellers. `share` is the length of its bar, from 0 to 1. */
function Seller({ seller, share }: { seller: Sellers[number]; share: number }) {
  const { productId, picture, hasProductPage, name } = seller;
  return (
    <>
      <span className="thumb">
        {picture && <Picture picture={picture} alt="" sizes="40px" displayWidth={40} />}
      </span>
      <span className="t-best__text">
        {hasProductPage ? (
          <Link className="cell" to={`/produit/${productId}`}>
            {displayName(name)}
          </Link>
        ) : (
          <>
            {displayName(name)} <small className="muted">retiré de la vente</small>
          </>
        )}
        <svg className="t-best__bar" aria-hidden="true">
          <rect width={`${share * 100}%`} height="100%" rx="2" />
        </svg>
      </span>
    </>
  );
}

type Messages = Awaited<ReturnType<typeof readUnreadMessages>>;

export function UnreadMessages({ messages, now }: { messages: Messages; now: Date }) {
  return (
    <Panel
      id="messages-non-lus"
      title="Messages non lus"
      aside={messages.length > 0 && <TextLink to="/admin/notifications">Tout lire</TextLink>}
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
