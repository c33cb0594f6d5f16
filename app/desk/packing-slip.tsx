import { Fragment } from "react";
import { ShippingAddress } from "#app/addresses/shipping-address.tsx";
import { displayName } from "#app/catalogue/product-name.ts";
import { Letterhead } from "#app/invoices/letterhead.tsx";
import { lotText } from "#app/orders/lot-text.ts";
import { isLateCancelled, openWithdrawals } from "#app/orders/open-withdrawals.ts";
import {
  deliveryNumber,
  isFullyRefunded,
  type OrderLine,
  type OrderView,
  type PackedOrder,
} from "#app/orders/order-view.ts";
import { unsentPieces } from "#app/orders/parcel-view.ts";
import { needsSamples } from "#app/orders/samples.ts";
import { LEGAL_DAYS, offeredText } from "#app/platform/return-period-schema.ts";
import { relayLine } from "#app/relays/relay-text.ts";
import { useShop } from "#app/root-shop.ts";
import { OpenRecallNotes } from "#app/safety/open-recall-notes.tsx";
import { useShopName } from "#app/shop-name.ts";
import { frenchDay } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { Link } from "#app/ui/link.tsx";
import { shownPhone } from "#app/ui/phone-schema.ts";
import { Barcode } from "./barcode.tsx";
import type { ProductCodes } from "./product-codes.server.ts";
import { toCollect } from "./to-collect.ts";

/** Whether something of the order is still to be sent. */
export const hasSlip = (order: OrderView): boolean =>
  unsentPieces(order) > 0 && !order.cancelledAt && !isFullyRefunded(order);

type PackingSlipProps = {
  order: PackedOrder;
  codes: ProductCodes;
  /** The level of its title: « h2 » among several slips. */
  heading: "h1" | "h2";
};

/** An order's packing slip, A4, with the pieces that are still to be sent. Print styles hide the header and menus. */
export function PackingSlip({ order, codes, heading: Heading }: PackingSlipProps) {
  const shop = useShop();
  const shopName = useShopName();
  const lines = order.lines.filter(({ unsent }) => unsent > 0);
  const stamp = stampOf(order);
  const offered = offeredText(order.returnDays);
  return (
    <article className="slip">
      <div className="slip__head">
        <Letterhead />
        <div className="slip__number">
          <Barcode text={deliveryNumber(order.id)} />
          <p className="code strong">{inFours(deliveryNumber(order.id))}</p>
        </div>
      </div>
      <Heading className="h3">{`Bon de livraison${order.parcels.length > 0 ? `, colis ${order.parcels.length + 1}` : ""}`}</Heading>
      {stamp && <p className="slip__stamp">{stamp}</p>}
      <OpenRecallNotes {...order} />
      {hasSlip(order) ? (
        <PackingList order={order} codes={codes} lines={lines} pieces={unsentPieces(order)} />
      ) : (
        <p className="slip__big slip__none">Rien n’est à envoyer pour cette commande.</p>
      )}
      <p className="slip__foot soft">
        Un souci à l’ouverture du colis&nbsp;? Écrivez à <span>{shop?.email ?? "la boutique"}</span>{" "}
        avec le numéro ci-dessus.{" "}
        <span>{`Vous avez ${order.returnDays} jours pour changer d’avis${offered && `\u00a0: ${LEGAL_DAYS} prévus par la loi, ${offered} par ${shopName}`}.`}</span>
      </p>
    </article>
  );
}

/** A warning for the packer, printed as a stamp; null if there is none. */
function stampOf(order: PackedOrder): string | null {
  if (order.cancelledAt) return "ANNULÉE";
  if (isFullyRefunded(order)) return "REMBOURSÉE";
  if (order.openRecalls.some(({ isUnsure }) => !isUnsure)) return "RAPPEL";
  if (order.openMismatch)
    return order.openMismatch === "dispute" ? "LITIGE" : "PAIEMENT À VÉRIFIER";
  if (openWithdrawals(order).length > 0)
    return isLateCancelled(order) ? "ANNULATION" : "RÉTRACTATION";
  if (order.relayPoint?.isUnchecked) return "RELAIS À VÉRIFIER";
  const isPartlyRefunded = order.refunds.some(({ state }) => state !== "failed");
  return isPartlyRefunded ? "REMBOURSÉE EN PARTIE" : null;
}

type PackingListProps = {
  order: OrderView;
  codes: ProductCodes;
  lines: readonly OrderLine[];
  pieces: number;
};

function PackingList({ order, codes, lines, pieces }: PackingListProps) {
  return (
    <>
      <Destination order={order} />
      <table className="slip__table">
        <caption className="sr">Articles à préparer</caption>
        <thead>
          <tr>
            <th scope="col">Préparé</th>
            <th scope="col">Article</th>
            <th scope="col">Référence</th>
            <th scope="col" className="end">
              Quantité
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.productId} line={line} codes={codes[line.productId]} />
          ))}
          {needsSamples(order) && (
            <tr>
              <td>
                <Tick />
              </td>
              <th scope="row" colSpan={3}>
                Échantillons demandés, selon les stocks
              </th>
            </tr>
          )}
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
        <p className="slip__big">{order.deliveryName}</p>
        {order.relayPoint && <p>{relayLine(order.relayPoint)}</p>}
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

const Tick = () => <span className="slip__tick" role="img" aria-label="Case à cocher" />;

type LineProps = { line: OrderLine; codes: ProductCodes[string] | undefined };

/** A line with the product's reference and EAN; if it has neither, the end of its id. */
function Line({ line, codes }: LineProps) {
  const shown = [codes?.reference, codes?.ean].filter(Boolean);
  const name = displayName(line.name);
  const refunded = line.quantity - line.toSend;
  return (
    <tr>
      <td>
        <Tick />
      </td>
      <th scope="row">
        {line.hasProductPage ? <Link to={`/produit/${line.productId}`}>{name}</Link> : name}
        {refunded > 0 && (
          <small>
            {` (${refunded} remboursée${refunded > 1 ? "s" : ""} sur ${line.quantity})`}
          </small>
        )}
        {line.unsent < line.toSend && (
          <small>{` (${line.toSend - line.unsent} dans un colis précédent)`}</small>
        )}
        {line.lots.map((lot) => (
          <small key={lot.lot}>
            <br />
            {lotText(lot, { isOneOfSeveral: line.lots.length > 1 })}
          </small>
        ))}
      </th>
      <td className="code">
        {shown.length === 0 && line.productId.slice(-8)}
        {shown.map((code, index) => (
          <Fragment key={code}>
            {index > 0 && <br />}
            {code}
          </Fragment>
        ))}
      </td>
      <td className="end num slip__big">{line.unsent}</td>
    </tr>
  );
}

/** « 3WPW 70CH XNGD 8NCM »: groups of four are easier to read aloud and to type. */
function inFours(number: string): string {
  return number.replace(/.{4}(?=.)/g, "$& ");
}
