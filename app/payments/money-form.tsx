import { useEffect, useRef } from "react";
import { Form, useLocation, useNavigation, useSearchParams } from "react-router";
import { displayName } from "#app/catalogue/product-name.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import type { ReturnView } from "#app/orders/return-view.ts";
import { WHOLE_DELIVERY } from "#app/returns/return-refund.ts";
import { ConfirmStep, useAsked } from "#app/ui/areas/confirm-step.tsx";
import { Button } from "#app/ui/button.tsx";
import { eurosText } from "#app/ui/euros-schema.ts";
import { ErrorSummary, Field, TextArea, useFieldErrors } from "#app/ui/field.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { frenchOf } from "#app/ui/french-of.ts";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/refund-page.ts";
import { LONGEST_REASON, quantityName } from "./refund-form.ts";
import type { RefundQuote } from "./refundable.server.ts";

type MoneyFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData"> & {
  mayRefund: boolean;
  mayCancel: boolean;
};

/** The form of /admin/commandes/:id/remboursement, with its confirmation: articles, the rest, or the cancellation. */
export function MoneyForm({ loaderData, actionData, mayRefund, mayCancel }: MoneyFormProps) {
  const { order, refundable, returned } = loaderData;
  const { rest } = refundable;
  const isByHand = refundable.paymentId === null;
  const isBusy = useNavigation().formMethod === "POST";
  const errors = actionData?.kind === "invalid" ? actionData.errors : undefined;
  const { field, checks } = useFieldErrors(errors, actionData?.values);
  const [asked, step] = useAsked(actionData, "ask");
  const intent = asked?.values["intent"];
  const sum = formatPrice(asked?.quote.amountCents ?? rest);
  const needsManualRefund = asked && isByHand && (intent !== "cancel" || order.isPaid);
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
  // A withdrawal from the whole order gives the standard delivery back (L221-24), a late order the whole one (L216-7).
  const isOfAll =
    (returned !== null || search.has("motif")) &&
    refundable.lines.every(
      ({ position, before, quantity, left }) =>
        before === 0 && wanted(position, left) === String(quantity),
    );
  const isWholeDelivery = returned?.isForLateDelivery || search.has(WHOLE_DELIVERY);
  const mostDelivery = isWholeDelivery ? refundable.deliveryLeft : refundable.standardDelivery;
  const wantedDelivery = isOfAll ? Math.min(refundable.deliveryLeft, mostDelivery) : 0;
  const shownLines = returned ? refundable.lines.filter(({ left }) => left > 0) : refundable.lines;
  const pageHref = `/admin/commandes/${order.id}/remboursement${useLocation().search}`;
  return (
    <>
      <ConfirmStep
        question={
          intent === "cancel"
            ? "Voulez-vous vraiment annuler cette commande\u00a0?"
            : `Voulez-vous vraiment rembourser ${sum}\u00a0?`
        }
        confirmLabel={intent === "cancel" ? "Annuler la commande" : "Rembourser"}
        cancelLabel={intent === "cancel" ? "Garder la commande" : "Ne pas rembourser"}
        destructive
        answer={asked && { ...asked.values, confirmed: "1" }}
        backHref={pageHref}
        {...step}
      >
        <p>{`Commande ${deliveryNumber(order.id)} ${frenchOf(order.customerName)}${asked && intent === "lines" ? `\u00a0: ${partsOf(asked.quote, refundable.lines)}` : ""}. ${
          intent === "cancel" && order.isPaid && !isByHand
            ? `Le client est remboursé de ${sum}. `
            : ""
        }${needsManualRefund ? `PayPal n’a pas encaissé cette somme\u00a0: elle est à rendre vous-même (${sum}). ` : ""}On ne peut pas revenir en arrière\u00a0; le client en est averti par e-mail.`}</p>
      </ConfirmStep>
      <Form ref={form} className="panel" method="post" {...checks}>
        <div className="panel__body form">
          {mayRefund && isByHand && (
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
                {shownLines.map(({ position, name, unitPriceCents, reductionCents, left }) => (
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
                          : `Sur ${left}${reductionCents > 0 ? `, réduction de ${formatPrice(reductionCents)} déduite` : ""}`
                    }
                  />
                ))}
              </div>
            </fieldset>
          )}
          {mayRefund && (
            <div className="row2">
              {refundable.deliveryLeft > 0 && (
                <Field
                  label="Frais de livraison à rembourser (€)"
                  {...field("delivery")}
                  inputMode="decimal"
                  defaultValue={actionData?.values["delivery"] ?? eurosText(wantedDelivery)}
                  hint={`Sur ${formatPrice(refundable.deliveryLeft)}`}
                />
              )}
              <Field
                label="Geste commercial (€)"
                {...field("gesture")}
                inputMode="decimal"
                defaultValue={actionData?.values["gesture"] ?? ""}
                hint={`En plus du reste de la demande. Il reste ${formatPrice(rest)} à rembourser.`}
              />
            </div>
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
                Rembourser la sélection
              </Button>
              {!returned && (
                <Button
                  name="intent"
                  value="rest"
                  variant={isForArticles ? "secondary" : "primary"}
                  size="s"
                  busy={isBusy}
                >{`Rembourser ${refundable.seenCents > 0 ? "le reste" : "tout"}, ${formatPrice(rest)}`}</Button>
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

/** What is refunded, for the confirmation: « 1 × Crème au lin, 2 × Savon et 4,90 € de livraison ». */
function partsOf({ lines: pieces, deliveryCents, gestureCents }: RefundQuote, lines: Lines) {
  const parts = pieces.map(({ position, quantity }) => {
    const { name } = lines.find((line) => line.position === position)!;
    return `${quantity}\u00a0×\u00a0${displayName(name)}`;
  });
  if (deliveryCents > 0) parts.push(`${formatPrice(deliveryCents)} de livraison`);
  if (gestureCents > 0) parts.push(`${formatPrice(gestureCents)} de geste commercial`);
  return list.format(parts);
}
