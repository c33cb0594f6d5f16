import { useState } from "react";
import { data, redirectDocument } from "react-router";
import { signInFirst } from "#app/accounts/access.ts";
import { openGuestOrder } from "#app/accounts/guest-orders.server.ts";
import { ownerOf } from "#app/accounts/order-access.ts";
import { addressesOf, type StoredAddress } from "#app/addresses/addresses.server.ts";
import { CART_KEY } from "#app/cart/cart-store.ts";
import { useLive } from "#app/live/live.tsx";
import { linkOf } from "#app/orders/guest-link.server.ts";
import { emailOf, hasOpenedMail } from "#app/orders/order-email.server.ts";
import { guestOrderForm, orderForm } from "#app/orders/order-form-schema.ts";
import { findOrderToPay, type OrderToPay } from "#app/orders/order-to-pay.server.ts";
import { hasSameItems, shippingPeriodFromToday } from "#app/orders/order-view.ts";
import { orderWithKey, placeOrder } from "#app/orders/place-order.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, typedValues, readForm } from "#app/platform/form.server.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { requestContext } from "#app/request-context.ts";
import { noticePopoverHtml } from "#app/settings/guarantee-notice.server.tsx";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/cart-page.ts";
import { CartLines, Undo, useRemoval } from "./cart-lines.tsx";
import { CLOSED_RELAY, lastRelay, withCheckedRelay } from "./chosen-relay.server.ts";
import { countHeldPieces, TOO_MANY_PIECES } from "./held-pieces.server.ts";
import { companyErrors, doubtOf, joinAddresses, prefilledFrom } from "./order-addresses.server.ts";
import { OrderForm, type OrderAnswer } from "./order-form.tsx";
import { orderRules, type OrderRules } from "./order-rules.server.ts";
import { OrderToPayNote, type ShownOrderToPay } from "./order-to-pay-note.tsx";
import { shortageText } from "./shortage-text.ts";
import { isShort, usePricedCart } from "./use-priced-cart.ts";

const TOO_MANY_ORDERS =
  "Beaucoup de commandes viennent d’être passées d’ici. Réessayez dans une heure, ou écrivez-nous.";

const TOO_MANY_UNCONFIRMED =
  "Beaucoup de commandes viennent d’être passées avec cette adresse e-mail, que personne n’a confirmée. Confirmez-la par le lien d’un de nos e-mails, ou réessayez dans une heure. Rien n’a été commandé.";

const shortageNotice = (shortages: Parameters<typeof shortageText>[0]) =>
  `${shortageText(shortages)} Rien n’a été commandé.`;

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
    // With methods of the settings, it depends on the chosen one (cart-sums-endpoint.ts).
    period: rules.delivery ? "" : shippingPeriodFromToday(),
    orderToPay: order ? shownOrder(order) : null,
    rules,
    /** « Vos garanties » (decision 117). */
    guarantee: noticePopoverHtml(current),
    book,
    prefilled: { ...prefilledFrom(current.groups, book), ...relay },
  };
}

const shownOrder = ({ id, totalCents, createdAt }: OrderToPay) => ({ id, totalCents, createdAt });

export async function action({ request, context }: Route.ActionArgs) {
  const owner = await ownerOf(context);
  const { viewer } = owner;
  const form = await readForm(request);
  // « Continuer sans compte » (accounts/sign-in-page.tsx) adds the field.
  if (!viewer && !form.has("email")) throw signInFirst({ place: "panier" });
  const { services, caller } = context.get(requestContext);
  const { groups } = services.settings.current();
  const { hasFields } = joinAddresses(groups, form);
  const schema = viewer ? orderForm : guestOrderForm;
  const parsed = parseForm(schema, form);
  if (!parsed.ok) return data({ values: parsed.values, errors: parsed.errors, notice: null }, 400);

  const contradiction = companyErrors(parsed.value);
  if (contradiction)
    return data({ values: typedValues(schema, form), errors: contradiction, notice: null }, 400);

  const doubt = doubtOf(groups, parsed.value, { kept: form.get("kept"), hasFields });
  if (doubt) {
    const values = typedValues(schema, form);
    return data({ values, errors: doubt.errors, notice: null, doubted: doubt.place }, 400);
  }

  const guestEmail = "email" in parsed.value ? String(parsed.value.email) : "";
  const ordering = viewer ?? {
    guestEmail,
    isEmailProved: await hasOpenedMail(services.db, owner.opened, guestEmail),
  };
  // Strangers who type an address don't use up the tries of who has proved it.
  const account = "id" in ordering ? ordering.id : JSON.stringify(ordering);
  if (!(await services.limits.allow("order", { ...caller, account })))
    return data({ values: typedValues(schema, form), errors: {}, notice: TOO_MANY_ORDERS }, 429);
  const { items, idempotencyKey } = parsed.value;
  const unpaid = await findOrderToPay(services.db, owner);
  // A retry has the same key and is answered with its existing order. For another form with the same articles, the page asks
  // for confirmation.
  const isRetry = unpaid?.idempotencyKey === idempotencyKey;
  if (unpaid && !isRetry && hasSameItems(unpaid.items, items) && form.get("again") !== "1")
    return data(
      {
        values: typedValues(schema, form),
        errors: {},
        notice: null,
        sameOrder: shownOrder(unpaid),
      },
      409,
    );
  const buyer = viewer ? { customerId: viewer.id } : { guestEmail };
  const checked = await withCheckedRelay(services, parsed.value);
  // A retry is answered with its order, even if its point has closed since.
  if (checked === "closed" && !(await orderWithKey(services.db, buyer, idempotencyKey)))
    return data(
      { values: typedValues(schema, form), errors: { address: CLOSED_RELAY }, notice: null },
      400,
    );
  const order = checked === "closed" ? parsed.value : checked;
  const mailbox = await emailOf(services.db, ordering);
  if (!mailbox) throw signInFirst({ place: "panier" });
  const { email, isConfirmed } = mailbox;
  if (!isConfirmed && !(await services.limits.allowMail("unconfirmed-order", email)))
    return data(
      { values: typedValues(schema, form), errors: {}, notice: TOO_MANY_UNCONFIRMED },
      429,
    );
  const isCash = order.paymentMethod === CASH;
  const pieces = await countHeldPieces(services, {
    buyer,
    address: caller.address,
    ...mailbox,
    isCash,
    items,
  });
  const isHeld = pieces.isAllowed;
  // A retry is answered with its order.
  if (isCash && !isHeld && !(await orderWithKey(services.db, buyer, idempotencyKey))) {
    await pieces.giveBack();
    const errors = { paymentMethod: TOO_MANY_PIECES };
    return data({ values: typedValues(schema, form), errors, notice: null }, 429);
  }
  const outcome = await placeOrder(services, ordering, order, { isHeld });
  if (outcome.kind !== "placed" || outcome.isEarlier || !isHeld) await pieces.giveBack();
  if (outcome.kind === "placed") {
    const headers = new Headers();
    // The order is open in this browser only.
    if (!viewer) {
      const link = await linkOf(services.db, outcome.orderId);
      headers.set("set-cookie", openGuestOrder(services.config, caller.cookie, link));
    }
    // A document load, because the payment page has its own Content-Security-Policy.
    throw redirectDocument(`/payement/${outcome.orderId}`, { headers });
  }
  if (outcome.kind === "no-account") throw signInFirst({ place: "panier" });
  if (outcome.kind === "refused")
    return data({ values: typedValues(schema, form), errors: outcome.errors, notice: null }, 400);
  const notice = {
    "price-changed": () =>
      outcome.kind === "price-changed"
        ? `Un prix a changé depuis que vous avez vu votre panier. Le total est maintenant de ${formatPrice(outcome.totalCents)}\u00a0: vérifiez-le, puis commandez à nouveau.`
        : "",
    unavailable: () =>
      "Un produit de votre panier n’est plus en vente. Retirez-le, puis commandez à nouveau.",
    shortage: () => (outcome.kind === "shortage" ? shortageNotice(outcome.shortages) : ""),
    "too-much": () => "Une commande ne peut pas dépasser 1 000 000\u00a0€.",
    free: () => "Une commande doit avoir un montant.",
    closed: () => "La boutique vient de fermer\u00a0: rien n’a été commandé.",
  }[outcome.kind]();
  const isShort = outcome.kind === "shortage";
  return data({ values: typedValues(schema, form), errors: {}, notice, isShort }, 409);
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
  const refusal = answer?.isShort ? answer : undefined;
  const { lines, totalCents, articleCount } = usePricedCart(refusal);
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
  // The stock may have changed since the answer.
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
        isShort={short.length > 0}
        book={book}
        prefilled={prefilled}
      >
        <CartLines lines={lines} removal={removal} onRemoval={setRemoval} refusal={refusal} />
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
