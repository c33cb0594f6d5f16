import { data, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { ordersAddress } from "#app/orders/order-query.ts";
import { getOrder } from "#app/orders/order-reading.server.ts";
import { deliveryNumber, isBeingRefunded, type OrderView } from "#app/orders/order-view.ts";
import { parcelText } from "#app/orders/parcel-view.ts";
import { readReturn } from "#app/orders/return-state.server.ts";
import { isToRefund } from "#app/orders/return-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { readForm, textsOf } from "#app/platform/form.server.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { requestContext } from "#app/request-context.ts";
import { RETURN_PARAMETER, returnRefundHref } from "#app/returns/return-refund.ts";
import { articlesText } from "#app/returns/returned-pieces.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/refund-page.ts";
import { MoneyForm } from "./money-form.tsx";
import { PaymentWarning } from "./payment-warning.tsx";
import { parseRefundForm } from "./refund-form.ts";
import { isDone, outcomeMessage, RETURN_TO_REFUND } from "./refund-message.ts";
import { cancelOrder, refundOrder } from "./refund-order.server.ts";
import { quoteRefund, readRefundable } from "./refundable.server.ts";

const INTENTS = new Set(["lines", "rest", "cancel"]);

/** The order's return with this id, whose pieces are to be refunded; null without an id. @throws a 404 for another order's return */
async function returnOf(db: Queryable, orderId: string, id: FormDataEntryValue | null) {
  if (!id) return null;
  const found = await readReturn(db, String(id));
  if (found?.orderId !== orderId) throw data("Document not found", { status: 404 });
  return found;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  noindexMeta("Rembourser ou annuler", matches);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const order = await getOrder(db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  const wanted = new URL(request.url).searchParams.get(RETURN_PARAMETER);
  const returned = await returnOf(db, order.id, wanted);
  return { order, returned, refundable: await readRefundable(db, order.id, returned) };
}

/** POST: validates the form and asks for confirmation; with `confirmed=1` it executes the refund or cancellation. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const order = await getOrder(services.db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  const form = await readForm(request);
  const returned = await returnOf(services.db, order.id, form.get("return"));
  const refundable = await readRefundable(services.db, order.id, returned);
  const parsed = parseRefundForm(form, refundable, returned?.id);
  const values = textsOf(form);
  const intent = String(form.get("intent"));
  // The refund of a return names its pieces.
  if (!INTENTS.has(intent) || (returned && intent !== "lines")) throw data(null, { status: 400 });
  if (!parsed.ok)
    return data({ kind: "invalid" as const, values, errors: parsed.errors }, { status: 400 });
  const { request: wanted } = parsed;
  if (form.get("confirmed") !== "1") {
    const parts = wanted.intent === "cancel" ? ({ lines: "rest" } as const) : wanted.refund;
    return { kind: "ask" as const, values, quote: quoteRefund(refundable, parts) };
  }
  const outcome =
    wanted.intent === "cancel"
      ? await cancelOrder(services, admin, order.id, wanted.reason)
      : await refundOrder(services, admin, order.id, wanted.refund);
  if (isDone(outcome))
    return { kind: "done" as const, values: {} as typeof values, ...outcomeMessage(outcome) };
  return data(
    { kind: "refused" as const, values, ...outcomeMessage(outcome) },
    { status: outcome.kind === "return-due" ? 409 : 200 },
  );
}

export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, refundable, returned } = loaderData;
  const [search] = useSearchParams();
  const number = deliveryNumber(order.id);
  const { rest } = refundable;
  const mayRefund =
    rest > 0 && (order.isPaid || (order.isDelivered && order.paymentMethod === CASH));
  const mayCancel =
    !returned && !order.isDelivered && !order.cancelledAt && !order.isPaymentPending;
  return (
    <>
      <BackLink
        to={
          returned
            ? `/admin/retours/${returned.id}`
            : ordersAddress.backHref(search, { commande: order.id })
        }
      >
        <span>{returned ? `Retour de la commande ${number}` : `Commande ${number}`}</span>
      </BackLink>
      <PageHead
        title={returned ? "Rembourser le retour" : "Rembourser ou annuler"}
      >{`${order.customerName}, ${formatPrice(order.totalCents)}${refundable.seenCents > 0 ? `, dont ${formatPrice(refundable.seenCents)} ${isBeingRefunded(order) ? "remboursés ou en cours de remboursement" : "déjà remboursés"}` : ""}.`}</PageHead>
      <PaymentWarning {...order} />
      {mayCancel && <UnderWayNote order={order} />}
      {!returned &&
        order.returns.filter(isToRefund).map((one) => (
          <Note key={one.id} tone="warning">
            {RETURN_TO_REFUND}&nbsp;: {articlesText(one)}.{" "}
            <TextLink to={returnRefundHref(one)}>Rembourser le retour</TextLink>
          </Note>
        ))}
      {(actionData?.kind === "done" || actionData?.kind === "refused") && (
        <Note tone={actionData.tone} role={actionData.tone === "error" ? "alert" : "status"}>
          {actionData.text}
        </Note>
      )}
      {returned && !isToRefund(returned) ? (
        <Note>
          {returned.state === "expected"
            ? "Ce retour n’est pas encore reçu."
            : "Il n’y a plus rien à rembourser pour ce retour."}
        </Note>
      ) : mayRefund || mayCancel ? (
        <MoneyForm
          loaderData={loaderData}
          actionData={actionData}
          mayRefund={mayRefund}
          mayCancel={mayCancel}
        />
      ) : (
        <Note>
          {order.isPaymentPending
            ? outcomeMessage({ kind: "payment-pending" }).text
            : order.cancelledAt && rest === order.totalCents
              ? "Cette commande est annulée, et rien n’avait été payé."
              : rest > 0
                ? "Cette commande n’est pas payée\u00a0: il n’y a rien à rembourser."
                : isBeingRefunded(order)
                  ? "Le remboursement est en cours\u00a0: PayPal ne l’a pas encore confirmé."
                  : "Tout a été remboursé."}
        </Note>
      )}
    </>
  );
}

/** Tells an administrator who may cancel an order that its parcels are under way; nothing without one. */
function UnderWayNote({ order }: { order: Pick<OrderView, "parcels"> }) {
  if (order.parcels.length === 0) return null;
  const isOne = order.parcels.length === 1;
  return (
    <Note tone="warning" title={isOne ? "Un colis est en route" : "Des colis sont en route"}>
      {`${order.parcels.map(parcelText).join(", ")}. Annuler la commande ne ${isOne ? "l’arrête" : "les arrête"} pas\u00a0: demandez ${isOne ? "son" : "leur"} retour au transporteur.`}
    </Note>
  );
}
