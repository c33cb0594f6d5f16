import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { data, Form, redirect } from "react-router";
import { paymentLimitsOf, requireOwner } from "#app/accounts/order-access.ts";
import { clearCart, useCart } from "#app/cart/cart-store.ts";
import { endAttempt } from "#app/checkout/order-attempt.ts";
import { useLive } from "#app/live/live.tsx";
import { isConfirmationLate } from "#app/orders/order-mails.server.ts";
import { getOwnOrder, idempotencyKeyOf } from "#app/orders/order-reading.server.ts";
import { unpaidUntil } from "#app/orders/order-to-pay.server.ts";
import { deliveryNumber, hasSameItems, type OrderView } from "#app/orders/order-view.ts";
import { SAMPLES_TEXT } from "#app/orders/samples.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { requestContext } from "#app/request-context.ts";
import { useShopName } from "#app/shop-name.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { Button } from "#app/ui/button.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { Link, TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { toast } from "#app/ui/toast.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/payment-page.ts";
import { checkPayments } from "./check-payments.server.ts";
import { Confirmation } from "./confirmation.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PAYMENT_ERROR } from "./payment-error.ts";
import { PendingNote } from "./pending-note.tsx";

/** PayPal's names of its buttons for credit and instalments, for « disable-funding ». */
const CREDIT_BUTTONS = "credit,paylater";

const ProviderButtons = lazy(() => import("./provider-buttons.tsx"));

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Paiement", matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  const owner = await requireOwner(context, params.id, { place: "paiement", id: params.id });
  const { services } = context.get(requestContext);
  const { db, paypal, config, settings } = services;
  const order = await getOwnOrder(db, owner, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  if (order.cancelledAt) throw redirect(`/admin/my-orders/${order.id}`);
  const { groups } = settings.current();
  return {
    order,
    /** When the shop cancels the order if it stays unpaid; null: never. */
    endsAt: order.isPaid || order.isDelivered ? null : unpaidUntil(order.createdAt, groups),
    orderKey: await idempotencyKeyOf(db, owner, order.id),
    viewerName: owner.viewer?.name ?? order.customerName,
    mailedTo: order.customerEmail ?? "",
    // The rate limit never delays the mail of a paid order.
    isMailLate: isCash(order) && (await isConfirmationLate(services, order.id)),
    provider: {
      clientId: paypal.clientId,
      isSimulated: config.paypal === null,
      disabledFunding: groups.sales.payLater ? null : CREDIT_BUTTONS,
    },
  };
}

/** POST: « Vérifier maintenant » reads the outcome of a pending payment from the provider. */
export async function action({ params, context }: Route.ActionArgs) {
  const owner = await requireOwner(context, params.id, { place: "paiement", id: params.id });
  const { services } = context.get(requestContext);
  if (!(await getOwnOrder(services.db, owner, params.id)))
    throw data("Document not found", { status: 404 });
  if (!(await services.limits.allow("payment", paymentLimitsOf(owner, params.id))))
    return data({ isLimited: true }, { status: 429 });
  await checkPayments(services, { orderId: params.id, olderThanSeconds: 5 });
  return null;
}

export default function PaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, endsAt, orderKey, viewerName, mailedTo, isMailLate, provider } = loaderData;
  useLive(`order:${order.id}`);
  const isDone = order.isPaid || isCash(order);
  useClearCart(order, orderKey, isDone);
  const isPaidNow = useDismissError(isDone);

  if (isDone) return <Confirmation {...{ order, viewerName, mailedTo, isMailLate }} />;
  return (
    <div className="wrap page-end">
      <Breadcrumb
        items={[
          { label: "Accueil", to: "/" },
          { label: "Panier", to: "/panier" },
          { label: "Paiement" },
        ]}
      />
      <div className="pagehead">
        <h1 className="h2">Paiement</h1>
      </div>
      <div className="cart">
        <div className="cart__main">
          {order.isPaymentPending ? (
            <PendingPayment isLimited={actionData?.isLimited ?? false} />
          ) : (
            <Pay order={order} orderKey={orderKey} provider={provider} isPaidNow={isPaidNow} />
          )}
          <OrderFacts order={order} endsAt={endsAt} />
        </div>
        <OrderSummary order={order} />
      </div>
    </div>
  );
}

const isCash = ({ paymentMethod }: Pick<OrderView, "paymentMethod">) => paymentMethod === CASH;

type Loaded = Route.ComponentProps["loaderData"];

/**
 * Clears the cart once its order is done (paid, or to be paid on delivery): if this browser's last attempt placed the order,
 * or if the order became paid on this page and the cart has the same articles. Viewing an old order must not clear a new cart.
 */
function useClearCart(order: Loaded["order"], orderKey: string, isDone: boolean) {
  const { items } = useCart();
  const sawUnpaid = useRef(false);
  const clear = useEffectEvent(() => {
    const ordered = order.lines.map(({ productId, quantity }) => ({
      id: productId,
      qty: quantity,
    }));
    if (endAttempt(orderKey) || (sawUnpaid.current && hasSameItems(ordered, items))) clearCart();
  });
  useEffect(() => {
    if (isDone) clear();
    else sawUnpaid.current = true;
  }, [isDone]);
}

/** Dismisses the payment error when the order becomes paid. Returns a ref: whether it is paid, so that no error follows. */
function useDismissError(isDone: boolean) {
  const isPaidNow = useRef(isDone);
  useEffect(() => {
    if (isDone && !isPaidNow.current) toast.dismissError(PAYMENT_ERROR);
    isPaidNow.current = isDone;
  }, [isDone]);
  return isPaidNow;
}

type PayProps = Pick<Loaded, "order" | "orderKey" | "provider"> & { isPaidNow: RefObject<boolean> };

function Pay({ order, orderKey, provider, isPaidNow }: PayProps) {
  const hydrated = useHydrated();
  /** The payer has approved the payment, but its outcome is unknown: money may have moved. */
  const [isUnknown, setUnknown] = useState(false);
  return (
    <section className="pay" aria-labelledby="payer">
      <h2 className="h4" id="payer">{`Régler ${formatPrice(order.totalCents)}`}</h2>
      <p>{`La fenêtre du prestataire s’ouvre par-dessus cette page. Vos données de carte ne passent jamais par ${useShopName()}.`}</p>
      <noscript>
        <Note tone="warning">
          Le paiement en ligne a besoin de JavaScript. Votre commande vous attend dans «&nbsp;Mes
          commandes&nbsp;».
        </Note>
      </noscript>
      <div className="provider">
        {hydrated && (
          <Suspense fallback={<p className="hint">Chargement du paiement…</p>}>
            <ProviderButtons
              orderId={order.id}
              orderKey={orderKey}
              clientId={provider.clientId}
              isSimulated={provider.isSimulated}
              disabledFunding={provider.disabledFunding}
              isPaidNow={isPaidNow}
              isUnknown={isUnknown}
              onUnknown={() => setUnknown(true)}
            />
          </Suspense>
        )}
      </div>
      {provider.isSimulated && (
        <p className="hint">Paiement de démonstration&nbsp;: aucun montant ne sera débité.</p>
      )}
      {!isUnknown && (
        <div className="acts-row">
          <Link className="link link--soft" to={`/admin/my-orders/${order.id}/annuler`}>
            Annuler cette commande
          </Link>
        </div>
      )}
    </section>
  );
}

function PendingPayment({ isLimited }: { isLimited: boolean }) {
  return (
    <PendingNote
      role="status"
      title="Une erreur s'est produite&nbsp;: paiement en cours de vérification"
    >
      {isLimited && <p>Trop d’essais en peu de temps&nbsp;: réessayez dans un quart d’heure.</p>}
      <Form method="post">
        <Button variant="secondary" size="s">
          Vérifier maintenant
        </Button>
      </Form>
    </PendingNote>
  );
}

function OrderFacts({ order, endsAt }: Pick<Loaded, "order" | "endsAt">) {
  const facts = [
    ["Numéro de livraison", deliveryNumber(order.id)],
    ["Destinataire", `${order.customerName}, ${order.phoneNumber}`],
    ["Livraison", order.deliveryName],
    ["Adresse", order.shippingAddress],
    ["Période estimée", frenchPeriod(order.shippingFrom, order.shippingUntil)],
    ["Paiement", order.paymentMethod],
    ...(order.samples ? [["Échantillons", SAMPLES_TEXT[order.samples]]] : []),
  ];
  return (
    <section aria-labelledby="coordonnees">
      <h2 className="h4" id="coordonnees">
        Livraison et coordonnées
      </h2>
      <dl className="kv">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.isPaymentPending ? null : order.guestEmail === null ? (
        <p className="next__acts">
          <TextLink to="/admin/my-orders">Payer plus tard, depuis mes commandes</TextLink>
        </p>
      ) : (
        <p className="hint">Vous pouvez payer plus tard, par le lien de notre e-mail.</p>
      )}
      {endsAt && !order.isPaymentPending && (
        <p className="hint">{`Sans paiement avant le ${frenchLongMoment(endsAt)}, cette commande prend fin.`}</p>
      )}
    </section>
  );
}
