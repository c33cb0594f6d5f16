import { data, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/platform/page-meta.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { useShop } from "#app/platform/root-shop.ts";
import { useShopName } from "#app/platform/shop-name.ts";
import { listHref } from "#app/ui/areas/list-address.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { shownPhone } from "#app/ui/phone-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/packing-slip-page.ts";
import { Barcode } from "./barcode.tsx";
import { Letterhead } from "./letterhead.tsx";
import { lotText } from "./lot-text.ts";
import { OpenRecallNotes } from "./open-recall-notes.tsx";
import { openWithdrawals } from "./open-withdrawals.ts";
import { returnHref } from "./order-query.ts";
import { getOrder } from "./order-reading.server.ts";
import {
  deliveryNumber,
  isFullyRefunded,
  type OrderLine,
  type OrderView,
  type WholeOrderView,
} from "./order-view.ts";
import { ShippingAddress } from "./shipping-address.tsx";
import stylesheet from "#app/areas.css?url";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noindexMeta(`Bon de livraison${loaderData ? ` ${deliveryNumber(loaderData.id)}` : ""}`, matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const order = await getOrder(context.get(requestContext).services.db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  return order;
}

/** The packing slip, A4. Print styles hide the header and menus. */
export default function PackingSlipPage({ loaderData: order }: Route.ComponentProps) {
  const [search] = useSearchParams();
  useLive(`order:${order.id}`);
  const shop = useShop();
  const lines = order.lines.filter(({ toSend }) => toSend > 0);
  const pieces = lines.reduce((sum, { toSend }) => sum + toSend, 0);
  const stamp = stampOf(order);
  const isDue = pieces > 0 && !order.cancelledAt && !isFullyRefunded(order);
  return (
    <>
      <div className="slip-bar">
        <ButtonLink to={returnHref(order.id, search)} variant="plain" size="s">
          <Icon name="arrow-left" size={16} />
          Commande
        </ButtonLink>
        <p className="soft small">Bon de livraison, format A4</p>
        <ButtonLink
          to={listHref(
            `/admin/commandes/${order.id}/lots`,
            [...search].filter(([name]) => name === "retour"),
          )}
          variant="plain"
          size="s"
        >
          <Icon name="package" size={16} />
          Lots
        </ButtonLink>
        {isDue && (
          <Button type="button" size="s" className="needs-js" onClick={() => window.print()}>
            <Icon name="printer" size={16} />
            Imprimer
          </Button>
        )}
      </div>
      <article className="slip">
        <div className="slip__head">
          <Letterhead />
          <div className="slip__number">
            <Barcode text={deliveryNumber(order.id)} />
            <p className="code strong">{inFours(deliveryNumber(order.id))}</p>
          </div>
        </div>
        <h1 className="h3">Bon de livraison</h1>
        {stamp && <p className="slip__stamp">{stamp}</p>}
        <OpenRecallNotes {...order} />
        {isDue ? (
          <PackingList order={order} lines={lines} pieces={pieces} />
        ) : (
          <p className="slip__big slip__none">Rien n’est à envoyer pour cette commande.</p>
        )}
        <p className="slip__foot soft">
          Un souci à l’ouverture du colis&nbsp;? Écrivez à {shop?.email ?? "la boutique"} avec le
          numéro ci-dessus. Vous avez 30 jours pour changer d’avis&nbsp;: 14 prévus par la loi, 16
          offerts par {useShopName()}.
        </p>
      </article>
    </>
  );
}

/** A warning for the packer, printed as a stamp; null if there is none. */
function stampOf(order: WholeOrderView): string | null {
  if (order.cancelledAt) return "ANNULÉE";
  if (isFullyRefunded(order)) return "REMBOURSÉE";
  if (order.openRecalls.some(({ isUnsure }) => !isUnsure)) return "RAPPEL";
  if (order.concern) return order.concern === "dispute" ? "LITIGE" : "PAIEMENT À VÉRIFIER";
  if (openWithdrawals(order).length > 0) return "RÉTRACTATION";
  const isPartlyRefunded = order.refunds.some(({ state }) => state !== "failed");
  return isPartlyRefunded ? "REMBOURSÉE EN PARTIE" : null;
}

type PackingListProps = { order: OrderView; lines: readonly OrderLine[]; pieces: number };

function PackingList({ order, lines, pieces }: PackingListProps) {
  return (
    <>
      <Destination order={order} />
      <table className="slip__table">
        <caption className="sr">Articles à préparer</caption>
        <thead>
          <tr>
            <th scope="col">Préparé</th>
            <th scope="col">Article</th>
            <th scope="col">ID</th>
            <th scope="col" className="end">
              Quantité
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.productId} line={line} />
          ))}
        </tbody>
      </table>
      <p className="slip__total">
        <b>Total</b> <span className="num slip__big">{pieces}</span>
      </p>
      <div className="slip__sign">
        {["Préparé par", "Contrôlé par", "Date"].map((label) => (
          <p className="label" key={label}>
            {label}
          </p>
        ))}
      </div>
    </>
  );
}

function Destination({ order }: { order: OrderView }) {
  return (
    <div className="slip__cols">
      <section>
        <h2 className="label">Livrer à</h2>
        <p className="slip__big">{order.customerName}</p>
        <ShippingAddress
          text={order.shippingAddress}
          after={<span className="num">{shownPhone(order.phoneNumber)}</span>}
        />
      </section>
      <section>
        <h2 className="label">Livraison</h2>
        <p className="slip__big">{order.shippingMethod}</p>
        <p>{frenchPeriod(order.shippingFrom, order.shippingUntil)}</p>
      </section>
      <section>
        <h2 className="label">Commande</h2>
        <p className="slip__big">{frenchDay(order.createdAt)}</p>
        <p>{order.paymentMethod}</p>
        <p>{toCollect(order)}</p>
      </section>
    </div>
  );
}

/** Whether the carrier must collect cash, and how much, in French words. */
function toCollect(order: OrderView): string {
  if (order.isPaid) return "Payée\u00a0: rien à encaisser";
  if (order.paymentMethod !== "Paiement à la livraison") return "Pas encore payée";
  return `${order.isShipped ? "Encaissé" : "À encaisser"}\u00a0: ${formatPrice(order.totalCents)}`;
}

function Line({ line }: { line: OrderLine }) {
  const name = displayName(line.name);
  const refunded = line.quantity - line.toSend;
  return (
    <tr>
      <td>
        <span className="slip__tick" role="img" aria-label="Case à cocher" />
      </td>
      <th scope="row">
        {line.hasProductPage ? <Link to={`/produit/${line.productId}`}>{name}</Link> : name}
        {refunded > 0 && (
          <small>
            {" "}
            ({refunded} remboursée{refunded > 1 ? "s" : ""} sur {line.quantity})
          </small>
        )}
        {line.lots.map((lot) => (
          <small key={lot.lot}>
            <br />
            {lotText(lot, { isOneOfSeveral: line.lots.length > 1 })}
          </small>
        ))}
      </th>
      <td className="code">{line.productId.slice(-8)}</td>
      <td className="end num slip__big">{line.toSend}</td>
    </tr>
  );
}

/** « 3WPW 70CH XNGD 8NCM »: groups of four are easier to read aloud and to type. */
function inFours(number: string): string {
  return number.replace(/.{4}(?=.)/g, "$& ");
}
