import { useEffect, useRef } from "react";
import { data } from "react-router";
import { ownerOf } from "#app/accounts/order-access.ts";
import { statedNumber } from "#app/orders/delivery-number-schema.ts";
import { pageMeta, siteOf } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { WITHDRAWAL_REFUND } from "#app/platform/legal-constants.ts";
import { periodText } from "#app/platform/return-period-schema.ts";
import { requestContext } from "#app/request-context.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { Italic } from "#app/ui/italic.tsx";
import { TextLink } from "#app/ui/link.tsx";
import type { Route } from "./+types/withdrawal-page.ts";
import { withdrawableOrders } from "./own-orders.server.ts";
import { readStatement } from "./read-statement.server.ts";
import { queueWholeReceipt, repeatedOf, statementOf } from "./receipt.server.ts";
import { recordWithdrawal } from "./record-withdrawal.server.ts";
import { factsOf } from "./statement.ts";
import { takeBackWithdrawal } from "./take-back.server.ts";
import { WholeStatement } from "./whole-statement.tsx";
import { ConfirmStatement, Registered, TakenBack } from "./withdrawal-answers.tsx";
import { WithdrawalForm } from "./withdrawal-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "Renoncer au contrat",
    description:
      "Rétractez-vous d’une commande en ligne, sans motif et sans compte\u00a0: un accusé de réception vous revient par e-mail.",
    path: "/retractation",
    ...siteOf(matches),
  });

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** The signed token of a receipt's link (`?accuse=…`); null without one. */
const receiptToken = (request: Request) => new URL(request.url).searchParams.get("accuse");

/** The URL of a receipt's link contains a token: keep it out of caches and Referer headers. */
const UNTRACED = { "cache-control": "private, no-store", "referrer-policy": "no-referrer" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = context.get(requestContext);
  const { db, settings } = services;
  const period = periodText(settings.current().shop.returnDays);
  const token = receiptToken(request);
  if (token !== null) {
    const row = await statementOf(services, token);
    const receipt = { stated: row && repeatedOf(row, true) };
    return data(
      { number: null, orders: [], period, receipt },
      { status: row ? 200 : 410, headers: UNTRACED },
    );
  }
  const owner = await ownerOf(context);
  const number = statedNumber(new URL(request.url).searchParams);
  const isKnown = owner.id !== null || owner.opened.length > 0;
  const orders = isKnown ? await withdrawableOrders(db, owner, number) : [];
  const shown = orders.map(({ createdAt, ...order }) => ({ ...order, day: frenchDay(createdAt) }));
  return data({ number, orders: shown, period, receipt: null });
}

/**
 * POST without an intent: validates the statement and shows it for confirmation. `intent=confirm` stores it; `intent=edit` shows the form
 * again. `intent=receipt`, on the page of a receipt's link, mails the whole receipt: the pressed button proves that a person, not a mail
 * scanner, has the link. `intent=take-back` closes a statement about the customer's own order (`takeBackWithdrawal`).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, caller } = context.get(requestContext);
  const form = await readForm(request);
  if (form.get("intent") === "receipt") {
    const row = await statementOf(services, receiptToken(request) ?? "");
    if (!row) return data({ kind: "dead" as const }, 410);
    await queueWholeReceipt(services, row);
    return { kind: "mailed" as const, email: row.email };
  }
  const owner = await ownerOf(context);
  if (form.get("intent") === "take-back") {
    const { kind } = await takeBackWithdrawal(services, owner, String(form.get("id") ?? ""));
    if (kind === "not-found") throw data("Document not found", { status: 404 });
    return data({ kind }, kind === "taken-back" ? 200 : 409);
  }
  const read = await readStatement(services.db, owner, form);
  const { values } = read;
  if (!read.ok) return data({ kind: "form" as const, values, errors: read.errors }, 400);
  const { statement, order } = read;
  const facts = factsOf(statement);
  switch (form.get("intent")) {
    case "edit":
      return { kind: "form" as const, values, errors: {} as Record<string, string> };
    case "confirm": {
      const own = order && { owner, orderId: order.id };
      const outcome = await recordWithdrawal(services, caller, statement, own);
      if (outcome.kind === "too-many")
        return data({ kind: "ask" as const, values, facts, isRefused: true }, { status: 429 });
      return {
        ...outcome,
        kind: "registered" as const,
        facts,
        email: statement.email,
        refund: WITHDRAWAL_REFUND,
      };
    }
    default:
      return { kind: "ask" as const, values, facts, isRefused: false };
  }
}

export default function WithdrawalPage({
  loaderData: { number, orders, period, receipt },
  actionData: answer,
}: Route.ComponentProps) {
  const step = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef({ answer, number });
  useEffect(() => {
    const isFirst = shown.current.answer === answer && shown.current.number === number;
    shown.current = { answer, number };
    // A new step removes the pressed button. Notes and error summaries take the focus themselves.
    if (!isFirst && document.activeElement === document.body)
      (step.current!.querySelector<HTMLElement>("h2[tabindex]") ?? title.current)!.focus();
  }, [answer, number]);
  return (
    <div className="wrap">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "Renoncer au contrat" }]} />
      <div className="split">
        <div className="split__l">
          <h1 className="h2" tabIndex={-1} ref={title}>
            Renoncer au <Italic>contrat</Italic>
          </h1>
          <p>
            <span>{period}</span>, à compter de la réception. Vous n’avez aucun motif à donner. Les
            frais directs de renvoi sont à votre charge.
          </p>
          <p>
            <TextLink to="/condition-generale-de-vente#retractation">
              Rétractation et retours
            </TextLink>
          </p>
        </div>
        <div className="split__r stack" ref={step}>
          {receipt ? (
            <WholeStatement
              stated={receipt.stated}
              answer={answer?.kind === "mailed" ? answer : undefined}
            />
          ) : answer?.kind === "registered" ? (
            <Registered answer={answer} />
          ) : answer?.kind === "ask" ? (
            <ConfirmStatement answer={answer} />
          ) : (
            <>
              {(answer?.kind === "taken-back" || answer?.kind === "not-now") && (
                <TakenBack answer={answer} />
              )}
              <WithdrawalForm
                // Remount for another order, whose articles differ, and after a take-back, which changes the pieces left to state.
                key={`${number} ${answer?.kind === "taken-back"}`}
                number={number}
                orders={orders}
                answer={answer?.kind === "form" ? answer : undefined}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
