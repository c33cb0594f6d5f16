import { useState } from "react";
import { data, Form, useNavigation, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import type { Admin } from "#app/accounts/as-admin.server.ts";
import { InvoiceLinks } from "#app/invoices/invoice-links.tsx";
import { useLive } from "#app/live/live.tsx";
import { ordersAddress } from "#app/orders/order-query.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { isToRefund } from "#app/orders/return-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm, textsOf } from "#app/platform/form.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { frenchDay, frenchLongMoment } from "#app/ui/french-date.ts";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/return-page.ts";
import { closeReturn, type CloseOutcome } from "./close-return.server.ts";
import { damagedName, moreThanExpected, parseReceiveForm } from "./parse-return-forms.ts";
import { receiveReturn, type ReceiveOutcome } from "./receive-return.server.ts";
import { ReceptionForm } from "./reception-form.tsx";
import { returnsAddress } from "./return-query.ts";
import { returnRefundHref } from "./return-refund.ts";
import { closeForm, isClosable, LONGEST_REASON, type ClosableState } from "./return-schema.ts";
import { ReturnStateTag } from "./return-state-tag.tsx";
import { ReturnedLines } from "./returned-lines.tsx";
import { readWholeReturn, type WholeReturn } from "./whole-return.server.ts";

const TITLE = "Retour";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const found = await readWholeReturn(context.get(requestContext).services.db, params.id);
  if (!found) throw data("Document not found", { status: 404 });
  return found;
}

type Said = { status: number; text: string };
const RECEIVED_ANSWERS: Record<Exclude<ReceiveOutcome["kind"], "too-many" | "not-found">, Said> = {
  received: { status: 200, text: "Le retour est reçu. Le client en est averti par e-mail." },
  "already-received": { status: 409, text: "Ce retour était déjà reçu\u00a0: rien n’a changé." },
  closed: { status: 409, text: "Ce retour est clos\u00a0: rien n’a changé." },
  nothing: { status: 400, text: "Indiquez ce qui est revenu." },
  "shelf-full": {
    status: 409,
    text: "Un rayon ne compte pas plus de 1 000 000 pièces\u00a0: rien n’a changé.",
  },
};
const CLOSED_ANSWERS: Record<Exclude<CloseOutcome["kind"], "not-found">, Said> = {
  closed: { status: 200, text: "Le retour est clos." },
  "already-ended": { status: 409, text: "Ce retour est déjà terminé." },
  refunding: {
    status: 409,
    text: "Un remboursement de cette commande est en cours\u00a0: attendez sa fin.",
  },
  changed: { status: 409, text: "Ce retour a été reçu entre-temps\u00a0: relisez-le." },
};
const said = ({ status, text }: Said) =>
  data({ isDone: status === 200, text, values: {}, errors: {} }, status);

/** POST: `intent=receive` records what came, `intent=close` closes the return with a reason. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "receive":
      return receive(services, admin, params.id, form);
    case "close":
      return close(services, admin, params.id, form);
    default:
      throw data(null, { status: 400 });
  }
}

type Refused = { values: Record<string, string>; errors: Record<string, string> };
const refused = ({ values, errors }: Refused, status: number) =>
  data({ isDone: false, text: null, values, errors }, status);

async function receive(services: Services, admin: Admin, id: string, form: FormData) {
  const found = await readWholeReturn(services.db, id);
  if (!found) throw data("Document not found", { status: 404 });
  const values = textsOf(form);
  const parsed = parseReceiveForm(form, found.lines);
  if (!parsed.ok) return refused({ values, errors: parsed.errors }, 400);
  const outcome = await receiveReturn(services, admin, { id, lines: parsed.lines });
  if (outcome.kind === "not-found") throw data("Document not found", { status: 404 });
  if (outcome.kind === "too-many") {
    const line = found.lines.find(({ position }) => position === outcome.position)!;
    const errors = { [damagedName(line.position)]: moreThanExpected(line.name, line.expected) };
    return refused({ values, errors }, 409);
  }
  return said(RECEIVED_ANSWERS[outcome.kind]);
}

async function close(services: Services, admin: Admin, id: string, form: FormData) {
  const parsed = parseForm(closeForm, form);
  if (!parsed.ok) {
    if (!parsed.errors["reason"]) throw data(null, { status: 400 });
    return refused(parsed, 400);
  }
  const { kind } = await closeReturn(services, admin, { ...parsed.value, id });
  if (kind === "not-found") throw data("Document not found", { status: 404 });
  return said(CLOSED_ANSWERS[kind]);
}

export default function ReturnPage({ loaderData: one, actionData }: Route.ComponentProps) {
  useLive(`order:${one.orderId}`);
  const [search] = useSearchParams();
  const isBusy = useNavigation().formMethod === "POST";
  const number = deliveryNumber(one.orderId);
  const values: Record<string, string> = actionData?.values ?? {};
  const errors: Record<string, string> = actionData?.errors ?? {};
  return (
    <>
      <BackLink to={returnsAddress.backHref(search)}>Retours</BackLink>
      <PageHead
        title={TITLE}
        actions={
          isToRefund(one) && (
            <ButtonLink to={returnRefundHref(one)} size="s">
              Rembourser
            </ButtonLink>
          )
        }
      >
        {one.customerName}, commande{" "}
        <Link className="code" to={ordersAddress.href({}, { commande: one.orderId })}>
          {number}
        </Link>
        .
      </PageHead>
      {actionData?.text && (
        <Note
          tone={actionData.isDone ? "ok" : "warning"}
          role={actionData.isDone ? "status" : "alert"}
          focusOn={actionData}
        >
          {actionData.text}
        </Note>
      )}
      <div className="two-col">
        <div className="stack">
          {one.state === "expected" ? (
            <ReceptionForm lines={one.lines} values={values} errors={errors} isBusy={isBusy} />
          ) : (
            <ReturnedLines {...one} />
          )}
        </div>
        <div className="stack">
          <Panel id="suivi" title="Suivi" body="stack">
            <div>
              <ReturnStateTag {...one} />
            </div>
            {one.state === "refunded" && one.refunded && (
              <>
                <p>{`Ce retour est remboursé\u00a0: ${formatPrice(one.refunded.cents)}, le ${frenchDay(one.refunded.at)}.`}</p>
                <InvoiceLinks numbers={one.refunded.creditNotes} withFacturX />
              </>
            )}
            <Trail {...one} />
          </Panel>
          {isClosable(one.state) && (
            <CloseReturnForm
              key={one.state}
              state={one.state}
              value={values["reason"]}
              error={errors["reason"]}
              isBusy={isBusy}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** The steps of a return so far: when, and who did it or, of a closing, why. */
function Trail({
  withdrawalId,
  isForLateDelivery,
  at,
  createdBy,
  receivedAt,
  receivedBy,
  closedAt,
  closeReason,
}: WholeReturn) {
  const steps = [
    {
      name: withdrawalId ? (
        <Link to="/admin/retractations?etat=toutes">{`Attendu après une ${isForLateDelivery ? "annulation pour retard" : "rétractation"}`}</Link>
      ) : (
        "Attendu"
      ),
      at,
      detail: createdBy,
    },
    receivedAt && { name: "Reçu", at: receivedAt, detail: receivedBy },
    closedAt && { name: "Clos", at: closedAt, detail: closeReason },
  ].filter((step) => step !== null);
  return (
    <ol className="trail">
      {steps.map((step) => (
        <li className="done" key={step.at.getTime()}>
          <div>
            {step.name}
            <p className="muted small legal__kept">{`${frenchLongMoment(step.at)}${step.detail ? `, ${step.detail}` : ""}`}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

type CloseReturnFormProps = {
  state: ClosableState;
  value: string | undefined;
  error: string | undefined;
  isBusy: boolean;
};

/** Closes the return, behind a disclosure. */
function CloseReturnForm({ state, value, error, isBusy }: CloseReturnFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="return-close"
      open={isOpen || error !== undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="link small">
        {state === "expected" ? "Le retour ne viendra pas" : "Clore sans rembourser"}
      </summary>
      <Form method="post" noValidate>
        <input type="hidden" name="seen" value={state} />
        <TextArea
          label="Raison"
          name="reason"
          rows={3}
          required
          maxLength={LONGEST_REASON}
          defaultValue={value}
          error={error ?? null}
          hint="Le client la lit sur la page de sa commande."
        />
        <Button name="intent" value="close" variant="plain" size="xs" busy={isBusy}>
          Clore le retour
        </Button>
      </Form>
    </details>
  );
}
