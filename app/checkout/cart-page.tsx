import { useState } from "react";
import { data, redirectDocument } from "react-router";
import { signInFirst } from "#app/accounts/access.ts";
import { openGuestOrder } from "#app/accounts/guest-orders.server.ts";
import { ownerOf } from "#app/accounts/order-access.ts";
import { addressesOf, type StoredAddress } from "#app/addresses/addresses.server.ts";
import { CART_KEY } from "#app/cart/cart-store.ts";
import { useLive } from "#app/live/live.tsx";
import { linkOf } from "#app/orders/guest-link.server.ts";
import { findOrderToPay } from "#app/orders/order-to-pay.server.ts";
import { shippingPeriodFromToday } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { noticePopoverHtml } from "#app/settings/guarantee-notice.server.tsx";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/cart-page.ts";
import { CartLines, Undo, useRemoval } from "./cart-lines.tsx";
import { lastRelay } from "./chosen-relay.server.ts";
import { refusalAnswer, shownOrder } from "./order-answer.server.ts";
import { OrderForm, type OrderAnswer } from "./order-form.tsx";
import { orderFromCart } from "./order-from-cart.server.ts";
import { readOrderInput } from "./order-input.server.ts";
import { orderRules, type OrderRules } from "./order-rules.server.ts";
import { OrderToPayNote, type ShownOrderToPay } from "./order-to-pay-note.tsx";
import { prefilledFrom } from "./prefilled-addresses.server.ts";
import { shortageNotice } from "./shortage-text.ts";
import { isShort, usePricedCart } from "./use-priced-cart.ts";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Panier", matches);

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(requestContext);
  const owner = await ownerOf(context);
  const isKnown = owner.id !== null || owner.opened.length > 0;
  const [order, book, relay] = await Promise.all([
    isKnown && findOrderToPay(services.db, owner),
    owner.id === null ? [] : addressesOf(services.db, owner.id),
    lastRelay(services, owner.id),
  ]);
  const current = services.settings.current();
  const rules = orderRules(current.groups, services.relays !== null);
  return {
    // If the settings have delivery methods, the period depends on the chosen one (cart-sums-endpoint.ts).
    period: rules.delivery ? "" : shippingPeriodFromToday(),
    orderToPay: order ? shownOrder(order) : null,
    rules,
    /** « Vos garanties » (decision 117). */
    guarantee: noticePopoverHtml(current),
    book,
    prefilled: { ...prefilledFrom(current.groups, book), ...relay },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const owner = await ownerOf(context);
  const form = await readForm(request);
  // « Continuer sans compte » (accounts/sign-in-page.tsx) adds the field.
  if (!owner.viewer && !form.has("email")) throw signInFirst({ place: "panier" });
  const { services, caller } = context.get(requestContext);
  const { groups } = services.settings.current();
  const input = readOrderInput(groups, form, owner.viewer === null);
  const answered = (answer: Partial<OrderAnswer>, status: number) =>
    data<OrderAnswer>({ values: input.values, errors: {}, notice: null, ...answer }, status);
  if (input.kind === "refused") {
    const { errors, doubted } = input;
    return answered({ errors, ...(doubted !== undefined && { doubted }) }, 400);
  }

  const outcome = await orderFromCart(services, { owner, caller }, input.order, {
    mayRepeat: form.get("again") === "1",
  });
  if (outcome.kind === "no-account") throw signInFirst({ place: "panier" });
  if (outcome.kind !== "placed") {
    const { status, ...answer } = refusalAnswer(outcome);
    return answered(answer, status);
  }
  const headers = new Headers();
  // An order without an account: only this browser's cookie opens it.
  if (!owner.viewer) {
    const link = await linkOf(services.db, outcome.orderId);
    headers.set("set-cookie", openGuestOrder(services.config, caller.cookie, link));
  }
  // A document load, because the payment page has its own Content-Security-Policy.
  throw redirectDocument(`/payement/${outcome.orderId}`, { headers });
}

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("product", "order");
  const hydrated = useHydrated();
  return (
    <div className="wrap page-end cart-page">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "Panier" }]} />
      {hydrated ? (
        <Cart {...loaderData} answer={actionData} />
      ) : (
        <>
          {loaderData.orderToPay && <OrderToPayNote order={loaderData.orderToPay} />}
          <div className="pagehead" data-kept={CART_KEY}>
            <h1 className="h2">Votre panier</h1>
            <noscript>
              <p>
                Le panier a besoin de JavaScript&nbsp;: activez-le dans votre navigateur pour
                commander.
              </p>
            </noscript>
          </div>
          <div hidden>
            <EmptyCart />
          </div>
        </>
      )}
    </div>
  );
}

type CartProps = {
  period: string;
  rules: OrderRules;
  guarantee: string;
  orderToPay: ShownOrderToPay | null;
  book: StoredAddress[];
  prefilled: Record<string, string>;
  answer: OrderAnswer | undefined;
};

function Cart({ period, rules, guarantee, orderToPay, book, prefilled, answer }: CartProps) {
  const shortage = answer?.isShort ? answer : undefined;
  const { lines, totalCents, articleCount } = usePricedCart(shortage);
  useLive(...lines.map(({ id }) => `stock:${id}`));
  const [removal, setRemoval] = useRemoval();
  const items = JSON.stringify(lines.map(({ id, qty }) => ({ id, qty })));
  // After a change to the cart, it no longer has the same articles as the unpaid order.
  const sameOrder = answer?.values["items"] === items ? answer.sameOrder : undefined;
  // The answer's notice ends with the first change to the articles, even if it is undone.
  const [outdated, setOutdated] = useState<OrderAnswer>();
  if (answer && answer !== outdated && answer.values["items"] !== items) setOutdated(answer);
  const current = answer === outdated ? undefined : answer;
  const short = lines.filter(isShort);
  // The stock may have changed since the answer: the notice names the lines that lack pieces now.
  const notice =
    current?.isShort && short.length > 0 ? shortageNotice(short) : (current?.notice ?? null);
  const openOrder = orderToPay && !sameOrder && <OrderToPayNote order={orderToPay} />;
  if (lines.length === 0) {
    return (
      <>
        {openOrder}
        {removal && <Undo removal={removal} onDone={() => setRemoval(null)} />}
        <EmptyCart />
      </>
    );
  }
  return (
    <>
      {openOrder}
      <div className="pagehead">
        <h1 className="h2">Votre panier</h1>
      </div>
      <OrderForm
        period={period}
        rules={rules}
        guarantee={guarantee}
        answer={answer}
        notice={notice}
        sameOrder={sameOrder}
        totalCents={totalCents}
        articleCount={articleCount}
        items={items}
        hasShortLine={short.length > 0}
        book={book}
        prefilled={prefilled}
      >
        <CartLines lines={lines} removal={removal} onRemoval={setRemoval} shortage={shortage} />
      </OrderForm>
    </>
  );
}

function EmptyCart() {
  return (
    <EmptyState
      level={1}
      title="Votre panier est vide"
      text="Crèmes, parfums, maquillage&nbsp;: tout est à la boutique."
      action={<ButtonLink to="/boutique">Aller à la boutique</ButtonLink>}
      drawing="bag"
    />
  );
}
