import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { OrderDetail } from "./order-detail.tsx";
import { DeliveryTag, PaymentTag } from "./order-tags.tsx";
import { frenchMoment } from "#app/ui/french-date.ts";
import { deliveryNumber, type OrderView } from "./order-view.ts";

type OrderDrawerProps = {
  order: OrderView | null;
  onClose: () => void;
  /** The id of the form that « Livrer » submits. */
  deliverForm: string;
};

/** An order beside the list; without JavaScript at the head of the page. */
export function OrderDrawer({ order, onClose, deliverForm }: OrderDrawerProps) {
  const foot =
    order &&
    (order.isShipped ? (
      <Delivered at={order.shippedAt} />
    ) : (
      <DeliverButton order={order} form={deliverForm} />
    ));
  return (
    <>
      <Dialog
        variant="drawer"
        open={order !== null}
        onClose={onClose}
        title={order?.customerName}
        closeLabel="Fermer le détail"
        head={order && <Head order={order} />}
        foot={
          <>
            <span />
            {foot}
          </>
        }
      >
        {order && <OrderDetail order={order} />}
      </Dialog>
      {order && (
        <noscript>
          <section className="panel" aria-labelledby="commande">
            <div className="panel__body stack">
              <div>
                <h2 className="h4" id="commande">
                  {order.customerName}
                </h2>
                <Head order={order} />
              </div>
              <OrderDetail order={order} />
              <div>{foot}</div>
            </div>
          </section>
        </noscript>
      )}
    </>
  );
}

function Head({ order }: { order: OrderView }) {
  return (
    <>
      <p className="code">{deliveryNumber(order.id)}</p>
      <div className="drawer__tags">
        <PaymentTag {...order} />
        <DeliveryTag {...order} />
      </div>
    </>
  );
}

function DeliverButton({ order, form }: { order: OrderView; form: string }) {
  return (
    <Button form={form} name="livrer" value={order.id} size="s">
      <Icon name="truck" />
      Livrer
    </Button>
  );
}

function Delivered({ at }: { at: Date | null }) {
  return <span className="soft">Livré{at && ` le ${frenchMoment(at)}`}</span>;
}
