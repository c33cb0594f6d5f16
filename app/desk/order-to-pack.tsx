import { ShippingAddress } from "#app/addresses/shipping-address.tsx";
import { displayName } from "#app/catalogue/product-name.ts";
import { LineThumb } from "#app/orders/order-lines.tsx";
import { LateTag } from "#app/orders/order-tags.tsx";
import {
  deliveryNumber,
  isToPay,
  type OrderLine,
  type PackedOrder,
} from "#app/orders/order-view.ts";
import { unsentPieces } from "#app/orders/parcel-view.ts";
import { needsSamples } from "#app/orders/samples.ts";
import { relayLine } from "#app/relays/relay-text.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link, TextLink } from "#app/ui/link.tsx";
import { shownPhone } from "#app/ui/phone-schema.ts";
import type { ProductCodes } from "./product-codes.server.ts";
import { SendingWarnings } from "./sending-warnings.tsx";
import { toCollect } from "./to-collect.ts";
import { useTicks } from "./use-ticks.ts";

type OrderToPackProps = { order: PackedOrder; codes: ProductCodes };

/** An order on the packing table: where it goes, what is collected, and its pieces to tick. */
export function OrderToPack({ order, codes }: OrderToPackProps) {
  const [ticked, toggle] = useTicks(order.id);
  const lines = order.lines.filter(({ unsent }) => unsent > 0);
  const done = lines.filter(({ position }) => ticked.includes(position)).length;
  return (
    <section className="panel" aria-labelledby="commande">
      <div className="panel__body stack">
        <div className="prep__head">
          <div>
            <h2 className="h4" id="commande">
              {order.customerName}
            </h2>
            <p>
              <Link className="cell code" to={`/admin/commandes?commande=${order.id}`}>
                {deliveryNumber(order.id)}
              </Link>
            </p>
          </div>
          <LateTag {...order} />
        </div>
        <div className="prep__where">
          <div>
            <p className="strong">{order.deliveryName}</p>
            {order.relayPoint && <p>{relayLine(order.relayPoint)}</p>}
            <ShippingAddress
              text={order.shippingAddress}
              after={<span className="num">{shownPhone(order.phoneNumber)}</span>}
            />
          </div>
          <div>
            <p className="soft">{`Promise ${frenchPeriod(order.shippingFrom, order.shippingUntil)}`}</p>
            <p className={isToCollect(order) ? "prep__cash" : "soft"}>
              {isToCollect(order) && <Icon name="banknote" size={16} />}
              <span>{toCollect(order)}</span>
            </p>
            {needsSamples(order) && <p className="strong">Échantillons demandés</p>}
          </div>
        </div>
        <SendingWarnings order={order} />
        {lines.length > 0 && (
          <fieldset className="prep__lines">
            <legend className="legend">{`${plural(unsentPieces(order), "article")}${order.parcels.length > 0 ? `, colis ${order.parcels.length + 1}` : ""}`}</legend>
            {lines.map((line) => (
              <Line
                key={line.position}
                line={line}
                codes={codes[line.productId]}
                isTicked={ticked.includes(line.position)}
                onToggle={() => toggle(line.position)}
              />
            ))}
          </fieldset>
        )}
        {lines.length > 1 && (
          <output className="soft needs-js">{`${done} sur ${lines.length} préparés`}</output>
        )}
        <TextLink to={`/admin/commandes/${order.id}/bon-de-livraison`}>Bon de livraison</TextLink>
      </div>
    </section>
  );
}

const isToCollect = (order: PackedOrder) => !order.isPaid && !isToPay(order) && !order.cancelledAt;

type LineProps = {
  line: OrderLine;
  codes: ProductCodes[string] | undefined;
  isTicked: boolean;
  onToggle: () => void;
};

function Line({ line, codes, isTicked, onToggle }: LineProps) {
  return (
    <label className="prep__line">
      <input type="checkbox" checked={isTicked} onChange={onToggle} />
      <LineThumb line={line} />
      <span>
        <b>{displayName(line.name)}</b>
        {(codes?.reference || codes?.ean) && (
          <span className="muted small code">
            {[codes.reference, codes.ean].filter(Boolean).join(" · ")}
          </span>
        )}
        {line.missing > 0 && (
          <span className="prep__missing">
            <Icon name="circle-alert" size={16} />
            {plural(line.missing, "manquant")}
          </span>
        )}
      </span>
      <span className="prep__qty num">
        <span className="sr">Quantité&nbsp;: </span>
        {line.unsent}
      </span>
    </label>
  );
}
