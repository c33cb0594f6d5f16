import { data, redirect } from "react-router";
import { GuestPanel } from "#app/accounts/guest-panel.tsx";
import { isOwnAddress, joinGuestOrders } from "#app/accounts/join-orders.server.ts";
import { requireOwner } from "#app/accounts/order-access.ts";
import { BillingAddress, ShippingAddress } from "#app/addresses/shipping-address.tsx";
import { shortageText } from "#app/checkout/shortage-text.ts";
import { documentName, InvoiceLinks } from "#app/invoices/invoice-links.tsx";
import { Letterhead } from "#app/invoices/letterhead.tsx";
import { useLive } from "#app/live/live.tsx";
import { contactHref } from "#app/messages/contact-query.ts";
import { confirmEmailAndHold } from "#app/orders/cash-holds.server.ts";
import { cashState } from "#app/orders/cash-state.ts";
import { disownOrder } from "#app/orders/disown-order.server.ts";
import { isMailedProof } from "#app/orders/order-email.server.ts";
import { OrderLines } from "#app/orders/order-lines.tsx";
import { getOwnOrder } from "#app/orders/order-reading.server.ts";
import { countedStock, shortagesAmong } from "#app/orders/order-stock.server.ts";
import {
  articleCountText,
  deliveryNumber,
  isPayable,
  isToPay,
  type OrderView,
} from "#app/orders/order-view.ts";
import { statePickUp } from "#app/orders/pick-up.server.ts";
import { SAMPLES_TEXT } from "#app/orders/samples.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { ParcelsPanel } from "#app/parcels/parcels-panel.tsx";
import { pickUpByForm } from "#app/parcels/pick-up-form.server.ts";
import { PendingNote } from "#app/payments/pending-note.tsx";
import type { Queryable } from "#app/platform/db.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { RelayHours } from "#app/relays/relay-hours.tsx";
import { requestContext } from "#app/request-context.ts";
import { WithdrawalsPanel } from "#app/returns/withdrawals-panel.tsx";
import { RecallNotes } from "#app/safety/recall-notes.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { PrintButton } from "#app/ui/areas/print-button.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchDay, frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { shownPhone } from "#app/ui/phone-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/my-order-page.ts";
import { CashNote } from "./cash-note.tsx";
import { DisownStep } from "./disown-step.tsx";
import { EmailNote } from "./email-note.tsx";
import { EndedNote } from "./ended-note.tsx";
import { HoldNote } from "./hold-note.tsx";
import { LateNote } from "./late-note.tsx";
import { Done } from "./my-order-done.tsx";
import { PickUpPanel } from "./my-pick-up.tsx";
import { Progress } from "./order-progress.tsx";
import { ReturnsPanel } from "./returns-panel.tsx";
import { WithdrawalLink } from "./withdrawal-link.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noindexMeta(loaderData ? titleOf(loaderData) : "Mes commandes", matches);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const proof = proofIn(request);
  const owner = await requireOwner(context, params.id, { place: "commande", id: params.id, proof });
  const { db, config } = context.get(requestContext).services;
  const order = await getOwnOrder(db, owner, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  const hasMailedLink = owner.opened.some(
    ({ orderId, from }) => orderId === order.id && from === "mail",
  );
  const lacks = order.isEmailConfirmed && cashState(order) === "to-confirm";
  return {
    ...order,
    // A cancelled order needs no confirmation, unless it joined an account: it may be a stranger's, and can be detached.
    asksForEmail:
      !order.isEmailConfirmed &&
      (order.isJoined ||
        (!order.cancelledAt &&
          (hasMailedLink || isMailedProof(config.sessionSecret, proof, order.id)))),
    /** The order can join the viewer's account: they signed in with its address. */
    isJoinable:
      owner.viewer !== null &&
      order.guestEmail !== null &&
      (await isOwnAddress(db, owner.viewer, order.guestEmail)),
    shortages: lacks ? await shortagesOfOrder(db, order) : null,
  };
}

const proofIn = (request: Request) => new URL(request.url).searchParams.get("preuve") ?? "";

/** What an order that holds nothing lacks, in French; null: nothing. */
async function shortagesOfOrder(db: Queryable, { lines }: OrderView): Promise<string | null> {
  const ids = lines.map(({ productId }) => productId);
  return shortageText(shortagesAmong(lines, await countedStock(db, ids))) || null;
}

/**
 * POST: `intent=confirm-email`: whoever has the proof confirms the order's e-mail address (`confirmEmailAndHold`); `intent=disown`: the
 * order leaves the account that took it in (`disownOrder`); `intent=join`: the viewer's account takes it in (`joinGuestOrders`);
 * `intent=pick-up`: when its parcels were picked up (`statePickUp`).
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const proof = proofIn(request);
  const owner = await requireOwner(context, params.id, { place: "commande", id: params.id, proof });
  const { services } = context.get(requestContext);
  const { db } = services;
  const form = await readForm(request);
  const intent = form.get("intent");
  const disowner = intent === "disown" ? owner.viewer : null;
  if (disowner) await disownOrder(services, disowner, params.id);
  if (!(await getOwnOrder(db, owner, params.id))) {
    // The order has left the account, by this request or by an earlier identical one.
    if (disowner) return redirect("/admin/my-orders");
    throw data("Document not found", { status: 404 });
  }
  if (intent === "join" && owner.viewer)
    return data({ done: await joinGuestOrders(services, owner.viewer), pickUp: null }, 200);
  if (intent === "pick-up") {
    const pickUp = await pickUpByForm(form, (day) =>
      statePickUp(services, owner, { orderId: params.id, day }),
    );
    return data({ done: pickUp ? null : ("picked-up" as const), pickUp }, pickUp ? 400 : 200);
  }
  const hasProof = isMailedProof(services.config.sessionSecret, proof, params.id);
  const isConfirmed =
    intent === "confirm-email" && (await confirmEmailAndHold(services, owner, params.id, hasProof));
  const done = isConfirmed ? ("confirmed" as const) : null;
  return data({ done, pickUp: null }, isConfirmed ? 200 : 400);
}

export default function MyOrderPage({ loaderData: order, actionData }: Route.ComponentProps) {
  useLive(`order:${order.id}`);
  return (
    <>
      {order.guestEmail === null && <BackLink to="/admin/my-orders">Mes commandes</BackLink>}
      <div className="print-only">
        <Letterhead />
      </div>
      <PageHead
        title={titleOf(order)}
        actions={
          <>
            <PrintButton variant="plain" />
            {isPayable(order) && !order.withdrawals.some(({ state }) => state === "to-cancel") && (
              <ButtonLink
                to={`/payement/${order.id}`}
                size="s"
                reloadDocument
              >{`Payer ${formatPrice(order.totalCents)}`}</ButtonLink>
            )}
          </>
        }
      >
        <span className="code">{`Numéro de livraison ${deliveryNumber(order.id)}`}</span>
      </PageHead>
      <div className="two-col order-sheet">
        <div className="stack">
          <RecallNotes recalls={order.recalls} />
          {actionData?.done && <Done done={actionData.done} order={order} focusOn={actionData} />}
          {actionData?.done !== "to-confirm" && <WaitingNote order={order} />}
          {isToPay(order) && order.isPaymentPending && (
            <PendingNote title="Paiement en cours de vérification" />
          )}
          <LateNote order={order} />
          <HoldNote order={order} />
          <EndedNote order={order} />
          <Progress order={order} />
          <ParcelsPanel order={order} />
          <PickUpPanel order={order} refused={actionData?.pickUp ?? null} />
          <WithdrawalsPanel withdrawals={order.withdrawals} />
          <ReturnsPanel returns={order.returns} />
          <Panel id="articles" title={articleCountText(order.lines)} body="panel__body--items">
            <OrderLines order={order} />
          </Panel>
        </div>
        <div className="stack">
          <section className="panel panel__body stack" aria-label="Livraison et paiement">
            <div className="block">
              <h2 className="label">Livraison</h2>
              <p className="strong">{order.deliveryName}</p>
              <ShippingAddress
                text={order.shippingAddress}
                before={order.customerName}
                after={<span className="num">{shownPhone(order.phoneNumber)}</span>}
              />
              {order.relayPoint && <RelayHours point={order.relayPoint} />}
            </div>
            {order.billingAddress && (
              <div className="block">
                <h2 className="label">Facturation</h2>
                <BillingAddress order={order} />
              </div>
            )}
            {order.samples && (
              <div className="block">
                <h2 className="label">Échantillons</h2>
                <p>{SAMPLES_TEXT[order.samples]}</p>
              </div>
            )}
            <div className="block">
              <h2 className="label">Paiement</h2>
              <p className="strong">{order.paymentMethod}</p>
              <p className="soft">{paymentState(order)}</p>
              {order.invoiceNumbers.map((number) => (
                <p className="soft print-only" key={number}>
                  {documentName(number)}
                </p>
              ))}
            </div>
          </section>
          <section className="panel panel__body panel__body--links" aria-label="Factures et aide">
            <InvoiceLinks
              numbers={order.invoiceNumbers}
              withFacturX={order.billingCompany !== null}
            />
            <Link className="crumb" to={termsHref(order)}>
              <Icon name="file-text" />
              Conditions acceptées, version du {frenchLongDay(order.termsVersion)}
            </Link>
            {isPayable(order) && !order.isDelivered && (
              <Link className="crumb" to={`/admin/my-orders/${order.id}/annuler`}>
                <Icon name="x" />
                Annuler la commande
              </Link>
            )}
            <WithdrawalLink order={order} className="crumb" hasIcon />
            <Link className="crumb" to={contactHref(deliveryNumber(order.id))}>
              <Icon name="message-square" />
              Signaler un probleme
            </Link>
            <Link className="crumb" to={effectHref(order)}>
              <Icon name="triangle-alert" />
              Signaler un effet indésirable
            </Link>
          </section>
          {order.asksForEmail && order.isJoined && <DisownStep orderId={order.id} />}
          {order.guestEmail !== null && (
            <GuestPanel orderId={order.id} isJoinable={order.isJoinable} />
          )}
        </div>
      </div>
    </>
  );
}

/** What the order waits for. Not shown with the note « Ajouter à mon compte », which asks to confirm the same address by another mail. */
function WaitingNote({ order }: { order: Route.ComponentProps["loaderData"] }) {
  return order.asksForEmail ? (
    <EmailNote
      isJoined={order.isJoined}
      until={cashState(order) === "to-confirm" ? order.toConfirmUntil : null}
    />
  ) : (
    <CashNote order={order} shortages={order.shortages} />
  );
}

/** The terms that the customer accepted; an order from before 0.2.0 has no hash and links to the current terms. */
function termsHref({ termsHash }: OrderView): string {
  return `/condition-generale-de-vente${termsHash ? `/${termsHash}` : ""}`;
}

/** The link to the form for undesirable effects. If the order has a single line, it names the product and its lot. */
function effectHref({ lines }: OrderView): string {
  const [line] = lines;
  if (!line || lines.length > 1) return "/effet-indesirable";
  const lot = line.lots.length === 1 ? { lot: line.lots[0]!.lot } : null;
  return `/effet-indesirable?${new URLSearchParams({ produit: line.productId, ...lot })}`;
}

function titleOf(order: OrderView): string {
  return `Commande du ${frenchDay(order.createdAt)}`;
}

function paymentState(order: OrderView): string {
  if (order.cancelledAt && !order.isPaid) return "Rien n’est à payer";
  if (order.paidAt) return `Reçu le ${frenchLongMoment(order.paidAt)}`;
  if (order.isPaid) return "Reçu";
  if (isToPay(order)) return order.isPaymentPending ? "En cours de vérification" : "À payer";
  return order.isDelivered ? "Réglé à la livraison" : "À régler à la livraison";
}
