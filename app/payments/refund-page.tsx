import { useEffect, useRef, useState } from "react";
import { data, Form, useLocation, useNavigation, useSearchParams, useSubmit } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { ConcernNote } from "#app/orders/concern-note.tsx";
import { returnHref } from "#app/orders/order-query.ts";
import { getOrder } from "#app/orders/order-reading.server.ts";
import { deliveryNumber, isBeingRefunded, type ReturnView } from "#app/orders/order-view.ts";
import { RETURN_PARAMETER, returnRefundHref } from "#app/orders/return-refund.ts";
import { readReturn } from "#app/orders/return-state.server.ts";
import { articlesText } from "#app/orders/returned-pieces.ts";
import { UnderWayNote } from "#app/orders/under-way-note.tsx";
import type { Queryable } from "#app/platform/db.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { noindexMeta } from "#app/platform/page-meta.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { ConfirmStep } from "#app/ui/areas/confirm-step.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field, TextArea, useFieldErrors } from "#app/ui/field.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { frenchOf } from "#app/ui/french-of.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/refund-page.ts";
import { LONGEST_REASON, parseRefundForm, quantityName } from "./refund-form.ts";
import { isDone, outcomeMessage, RETURN_DUE } from "./refund-message.ts";
import { cancelOrder, readRefundable, refundOrder } from "./refund-order.server.ts";

const INTENTS = new Set(["lines", "rest", "cancel"]);

/** The order's return with this id, whose pieces are to be refunded; null without an id. Another order's is a 404. */
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
  const { lines } = await readRefundable(services.db, order.id, returned);
  const parsed = parseRefundForm(form, lines, returned?.id);
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const intent = String(form.get("intent"));
  // A return is refunded by its pieces.
  if (!INTENTS.has(intent) || (returned && intent !== "lines")) throw data(null, { status: 400 });
  if (!parsed.ok)
    return data({ kind: "invalid" as const, values, errors: parsed.errors }, { status: 400 });
  if (form.get("confirmed") !== "1") return { kind: "ask" as const, values };
  const outcome =
    parsed.request.intent === "cancel"
      ? await cancelOrder(services, admin, order.id, parsed.request.reason)
      : await refundOrder(services, admin, order.id, parsed.request.refund);
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
  const rest = order.totalCents - refundable.seenCents;
  const mayRefund =
    rest > 0 && (order.isPaid || (order.isShipped && order.paymentMethod.includes("livraison")));
  const mayCancel = !returned && !order.isShipped && !order.cancelledAt;
  return (
    <>
      <Link
        className="crumb"
        to={returned ? `/admin/retours/${returned.id}` : returnHref(order.id, search)}
      >
        <Icon name="arrow-left" size={16} />
        {returned ? `Retour de la commande ${number}` : `Commande ${number}`}
      </Link>
      <PageHead title={returned ? "Rembourser le retour" : "Rembourser ou annuler"}>
        {order.customerName}, {formatPrice(order.totalCents)}
        {refundable.seenCents > 0 &&
          `, dont ${formatPrice(refundable.seenCents)} ${isBeingRefunded(order) ? "remboursés ou en cours de remboursement" : "déjà remboursés"}`}
        .
      </PageHead>
      <ConcernNote {...order} />
      {mayCancel && <UnderWayNote order={order} />}
      {!returned &&
        order.returns
          .filter(({ state }) => state === "to-refund")
          .map((one) => (
            <Note key={one.id} tone="warning">
              {RETURN_DUE}&nbsp;: {articlesText(one)}.{" "}
              <Link className="link" to={returnRefundHref(one)}>
                Rembourser le retour
              </Link>
            </Note>
          ))}
      {(actionData?.kind === "done" || actionData?.kind === "refused") && (
        <Note tone={actionData.tone} role={actionData.tone === "error" ? "alert" : "status"}>
          {actionData.text}
        </Note>
      )}
      {returned && returned.state !== "to-refund" ? (
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
          {order.cancelledAt && rest === order.totalCents
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

type MoneyFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData"> & {
  mayRefund: boolean;
  mayCancel: boolean;
};

function MoneyForm({ loaderData, actionData, mayRefund, mayCancel }: MoneyFormProps) {
  const { order, refundable, returned } = loaderData;
  const rest = order.totalCents - refundable.seenCents;
  const submit = useSubmit();
  const isBusy = useNavigation().formMethod === "POST";
  const errors = actionData?.kind === "invalid" ? actionData.errors : undefined;
  const { field, onBlur, onInput } = useFieldErrors(errors, actionData?.values);
  // The dismissed confirmation is client state: closing it needs no request, so it works offline and after sign-out.
  const [declined, setDeclined] = useState<typeof actionData>();
  const draft = actionData?.kind === "ask" && actionData !== declined ? actionData.values : null;
  const needsManualRefund =
    draft !== null && refundable.isByHand && (draft["intent"] !== "cancel" || order.isPaid);
  const form = useRef<HTMLFormElement>(null);
  const isCompleted = actionData?.kind === "done";
  useEffect(() => {
    if (isCompleted) form.current?.reset();
  }, [isCompleted]);
  const [search] = useSearchParams();
  // The list of withdrawals links here with the articles and the reason, a return with what came.
  const wanted = (position: number, left: number) =>
    isCompleted
      ? "0"
      : returned
        ? String(left)
        : String(Math.min(Math.max(Number(search.get(quantityName(position))) || 0, 0), left));
  const isForArticles = refundable.lines.some(
    ({ position, left }) => wanted(position, left) !== "0",
  );
  const shownLines = returned ? refundable.lines.filter(({ left }) => left > 0) : refundable.lines;
  const pageHref = `/admin/commandes/${order.id}/remboursement${useLocation().search}`;
  return (
    <>
      <ConfirmStep
        question={
          draft?.["intent"] === "cancel"
            ? "Voulez-vous vraiment annuler cette commande\u00a0?"
            : `Voulez-vous vraiment rembourser ${formatPrice(priceOf(draft, refundable.lines, rest))}\u00a0?`
        }
        confirmLabel={draft?.["intent"] === "cancel" ? "Annuler la commande" : "Rembourser"}
        cancelLabel={draft?.["intent"] === "cancel" ? "Garder la commande" : "Ne pas rembourser"}
        destructive
        answer={draft && { ...draft, confirmed: "1" }}
        onConfirm={(answer) => void submit(answer, { method: "post", preventScrollReset: true })}
        onCancel={() => setDeclined(actionData)}
        isBusy={isBusy}
        backHref={pageHref}
      >
        <p>
          Commande {deliveryNumber(order.id)} {frenchOf(order.customerName)}
          {draft?.["intent"] === "lines" && `\u00a0: ${namesOf(draft, refundable.lines)}`}.{" "}
          {draft?.["intent"] === "cancel" && order.isPaid && !refundable.isByHand
            ? `Le client est remboursé de ${formatPrice(rest)}. `
            : ""}
          {needsManualRefund &&
            `PayPal n’a pas encaissé cette somme\u00a0: elle est à rendre vous-même (${formatPrice(priceOf(draft, refundable.lines, rest))}). `}
          On ne peut pas revenir en arrière&nbsp;; le client en est averti par e-mail.
        </p>
      </ConfirmStep>
      <Form ref={form} className="panel" method="post" noValidate onBlur={onBlur} onInput={onInput}>
        <div className="panel__body form">
          {mayRefund && refundable.isByHand && (
            <Note>
              PayPal n’a pas encaissé cette commande&nbsp;: ce que vous notez ici est à rendre
              vous-même, en espèces ou par virement.
            </Note>
          )}
          <ErrorSummary errors={errors} title="La demande est incomplète" />
          <input type="hidden" name="seen" value={refundable.seenCents} />
          {returned && <input type="hidden" name="return" value={returned.id} />}
          {mayRefund && (
            <fieldset>
              <legend className="lbl">Articles à rembourser</legend>
              <div className="row2">
                {shownLines.map(({ position, name, unitPriceCents, left }) => (
                  <Field
                    key={position}
                    label={`${displayName(name)}, ${formatPrice(unitPriceCents)} pièce`}
                    {...field(quantityName(position))}
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={left}
                    disabled={left === 0}
                    defaultValue={
                      actionData?.values[quantityName(position)] ?? wanted(position, left)
                    }
                    hint={
                      returned
                        ? `Revenus et à rembourser\u00a0: ${left}`
                        : left === 0
                          ? "Déjà remboursé"
                          : `Sur ${left}`
                    }
                  />
                ))}
              </div>
            </fieldset>
          )}
          <TextArea
            label="Motif"
            {...field("reason")}
            defaultValue={
              actionData?.values["reason"] ??
              (returned ? reasonOf(returned) : (search.get("motif") ?? "").slice(0, LONGEST_REASON))
            }
            required
            maxLength={LONGEST_REASON}
            hint="Écrit au client, et gardé dans l’historique."
            missing="Indiquez le motif, le client le lira."
          />
        </div>
        <div className="panel__foot">
          {mayRefund && (
            <>
              <Button
                name="intent"
                value="lines"
                variant={isForArticles ? "primary" : "secondary"}
                size="s"
                busy={isBusy}
              >
                Rembourser ces articles
              </Button>
              {!returned && (
                <Button
                  name="intent"
                  value="rest"
                  variant={isForArticles ? "secondary" : "primary"}
                  size="s"
                  busy={isBusy}
                >
                  Rembourser {refundable.seenCents > 0 ? "le reste" : "tout"}, {formatPrice(rest)}
                </Button>
              )}
            </>
          )}
          {mayCancel && (
            <Button name="intent" value="cancel" variant="danger" size="s" busy={isBusy}>
              Annuler la commande
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}

type Lines = Route.ComponentProps["loaderData"]["refundable"]["lines"];

/** The reason that the customer reads: « Retour reçu le 25 novembre 2026 ». */
const reasonOf = ({ receivedAt }: ReturnView) =>
  receivedAt ? `Retour reçu le ${frenchDay(receivedAt)}` : "";

const list = new Intl.ListFormat("fr");

/** The articles to refund, for the confirmation: « 1 × Crème au lin et 2 × Savon ». */
function namesOf(draft: Record<string, string>, lines: Lines): string {
  const chosen = lines.flatMap(({ position, name }) => {
    const quantity = Number(draft[quantityName(position)] ?? 0);
    return quantity > 0 ? [`${quantity}\u00a0×\u00a0${displayName(name)}`] : [];
  });
  return list.format(chosen);
}

/** The sum to refund, in cents, for the confirmation. */
function priceOf(draft: Record<string, string> | null, lines: Lines, rest: number): number {
  if (draft?.["intent"] !== "lines") return rest;
  return lines.reduce(
    (sum, { position, unitPriceCents }) =>
      sum + unitPriceCents * Number(draft[quantityName(position)] ?? 0),
    0,
  );
}
