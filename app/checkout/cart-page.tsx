import { useEffect, useRef, useState } from "react";
import { data, Form, redirectDocument, useNavigation, useRouteLoaderData } from "react-router";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/cart-page.ts";
import { requireViewer, signInFirst } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { orderForm } from "#app/orders/order-form-schema.ts";
import { PAYMENT_METHODS, SHIPPING_METHODS } from "#app/orders/order-schema.ts";
import { findOrderToPay, type OrderToPay } from "#app/orders/order-to-pay.server.ts";
import { hasSameItems, shippingPeriodFromToday } from "#app/orders/order-view.ts";
import { OrderTotals } from "#app/orders/order-totals.tsx";
import { placeOrder } from "#app/orders/place-order.server.ts";
import { parseForm, typedValues, readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import type { RootData } from "#app/root.tsx";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorSummary, useFieldErrors } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";
import { formatPhone } from "#app/ui/phone-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import { CartLines, Undo, useRemoval } from "#app/cart/cart-lines.tsx";
import { idempotencyKeyOf, saveDraft, readDraft } from "./order-attempt.ts";
import { OrderFields } from "./order-fields.tsx";
import { OrderToPayNote, type ShownOrderToPay } from "./order-to-pay-note.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { CART_KEY } from "#app/cart/cart-store.ts";
import { usePricedCart } from "#app/cart/use-priced-cart.ts";

const TOO_MANY_ORDERS =
  "Beaucoup de commandes viennent d’être passées d’ici. Réessayez dans une heure, ou écrivez-nous.";

export const meta: Route.MetaFunction = () => [
  { title: "Panier · Éclat" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { services, viewer } = context.get(requestContext);
  const customer = await viewer();
  const order = customer && (await findOrderToPay(services.db, customer.id));
  return { period: shippingPeriodFromToday(), orderToPay: order && shownOrder(order) };
}

const shownOrder = ({ id, totalCents, createdAt }: OrderToPay) => ({ id, totalCents, createdAt });

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, { place: "panier" });
  const form = await readForm(request);
  const parsed = parseForm(orderForm, form);
  if (!parsed.ok) return data({ values: parsed.values, errors: parsed.errors, notice: null }, 400);

  const { services, caller } = context.get(requestContext);
  if (!(await services.limits.allow("order", { ...caller, account: viewer.id })))
    return data({ values: typedValues(orderForm, form), errors: {}, notice: TOO_MANY_ORDERS }, 429);
  const { items, idempotencyKey } = parsed.value;
  const unpaid = await findOrderToPay(services.db, viewer.id);
  // With the same key, placeOrder returns the existing order. With another key, ask before ordering the same articles twice.
  const isDuplicate =
    unpaid && unpaid.idempotencyKey !== idempotencyKey && hasSameItems(unpaid.items, items);
  if (isDuplicate && form.get("again") !== "1")
    return data(
      {
        values: typedValues(orderForm, form),
        errors: {},
        notice: null,
        sameOrder: shownOrder(unpaid),
      },
      409,
    );
  const outcome = await placeOrder(services, viewer, parsed.value);
  // A document load, because the payment page has its own Content-Security-Policy.
  if (outcome.kind === "placed") throw redirectDocument(`/payement/${outcome.orderId}`);
  if (outcome.kind === "no-account") throw signInFirst({ place: "panier" });
  const notice = {
    "price-changed": () =>
      outcome.kind === "price-changed"
        ? `Un prix a changé depuis que vous avez vu votre panier. Le total est maintenant de ${formatPrice(outcome.totalCents)}\u00a0: vérifiez-le, puis commandez à nouveau.`
        : "",
    unavailable: () =>
      "Un produit de votre panier n’est plus en vente. Retirez-le, puis commandez à nouveau.",
    "too-much": () => "Une commande ne peut pas dépasser 1 000 000\u00a0€.",
    free: () => "Une commande doit avoir un montant.",
  }[outcome.kind]();
  return data({ values: typedValues(orderForm, form), errors: {}, notice }, 409);
}

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("product", "order");
  const hydrated = useHydrated();
  return (
    <div className="wrap page-end cart-page">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "Panier" }]} />
      {loaderData.orderToPay && !(actionData && "sameOrder" in actionData) && (
        <OrderToPayNote order={loaderData.orderToPay} />
      )}
      {hydrated ? (
        <Cart period={loaderData.period} answer={actionData} />
      ) : (
        <>
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

type Answer = {
  values: Record<string, string>;
  errors: Record<string, string>;
  notice: string | null;
  /** An unpaid order with the same articles: the customer confirms before a second one is placed. */
  sameOrder?: ShownOrderToPay;
};

function Cart({ period, answer }: { period: string; answer: Answer | undefined }) {
  const { lines, totalCents, articleCount } = usePricedCart();
  const [removal, setRemoval] = useRemoval();
  if (lines.length === 0) {
    return (
      <>
        {removal && <Undo removal={removal} onDone={() => setRemoval(null)} />}
        <EmptyCart />
      </>
    );
  }
  return (
    <>
      <div className="pagehead">
        <h1 className="h2">Votre panier</h1>
      </div>
      <OrderForm
        period={period}
        answer={answer}
        totalCents={totalCents}
        articleCount={articleCount}
        items={lines.map(({ id, qty }) => ({ id, qty }))}
      >
        <CartLines lines={lines} removal={removal} onRemoval={setRemoval} />
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

type OrderFormProps = {
  period: string;
  answer: Answer | undefined;
  totalCents: number;
  articleCount: number;
  items: { id: string; qty: number }[];
  children: React.ReactNode;
};

function OrderForm({ period, answer, totalCents, articleCount, items, children }: OrderFormProps) {
  const root = useRouteLoaderData<RootData>("root");
  const [initial] = useState(() => ({
    name: root?.viewer?.name ?? "",
    phone: formatPhone(root?.viewer?.phone ?? ""),
    shippingMethod: SHIPPING_METHODS[0], // the defaults of specification §9
    paymentMethod: PAYMENT_METHODS[0],
    ...readDraft(),
  }));
  const { field, forget, onBlur, onInput } = useFieldErrors(answer?.errors, initial);
  const [shippingMethod, setShippingMethod] = useState<string>(initial.shippingMethod);
  const [canOrder, setCanOrder] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const isSending = useNavigation().formAction === "/panier";
  const itemsJson = JSON.stringify(items);
  // After a change to the cart, the duplicate question is stale.
  const sameOrder = answer?.values["items"] === itemsJson ? answer.sameOrder : undefined;

  function check() {
    // The three fields alone enable the button (specification §5).
    const typed = new FormData(form.current!);
    setCanOrder(
      ["name", "phone", "address"].every((name) => String(typed.get(name) ?? "").trim() !== ""),
    );
  }
  useEffect(check, [shippingMethod]);

  function submit() {
    saveDraft(form.current!);
    const typed = new FormData(form.current!);
    typed.delete("idempotencyKey");
    key.current!.value = idempotencyKeyOf(JSON.stringify([...typed]));
  }

  return (
    <div className="cart">
      <div className="cart__main">
        {answer?.notice && (
          <Note tone="warning" role="alert">
            {answer.notice}
          </Note>
        )}
        {sameOrder && <OrderToPayNote order={sameOrder} duplicateIn={answer} />}
        <ErrorSummary
          errors={answer?.errors}
          ids={{ items: "articles", seenTotalCents: "articles", idempotencyKey: "articles" }}
        />
        <div id="articles" tabIndex={-1}>
          {children}
        </div>
        <Form
          ref={form}
          id="commande"
          className="order"
          method="post"
          noValidate
          onBlur={onBlur}
          onInput={(event) => {
            onInput(event);
            check();
            saveDraft(event.currentTarget);
          }}
          onSubmit={submit}
        >
          <input type="hidden" name="items" value={itemsJson} />
          <input type="hidden" name="seenTotalCents" value={totalCents} />
          {sameOrder && <input type="hidden" name="again" value="1" />}
          <input type="hidden" name="idempotencyKey" ref={key} defaultValue="" />
          <OrderFields
            field={field}
            period={period}
            shippingMethod={shippingMethod}
            onShippingMethod={(method) => {
              setShippingMethod(method);
              forget("address");
            }}
          />
        </Form>
      </div>
      <aside className="cart__side box recap" aria-labelledby="resume">
        <h2 className="h4" id="resume">
          Résumé
        </h2>
        <OrderTotals
          totalCents={totalCents}
          subtotalLabel={`Sous-total, ${articleCount} ${articleCount > 1 ? "articles" : "article"}`}
        />
        <ul className="assure">
          <li>
            <Icon name="truck" />
            Livraison estimée {period}
          </li>
          <li>
            <Icon name="shield-check" />
            <span>
              Garantie légale de conformité de 2 ans.{" "}
              <Link className="link" to="/condition-generale-de-vente#garanties">
                Vos garanties
              </Link>
            </span>
          </li>
        </ul>
        <p className="small soft accept">
          En commandant, vous acceptez nos{" "}
          <Link className="link" to="/condition-generale-de-vente">
            conditions générales de vente
          </Link>
          .
        </p>
        <Button
          form="commande"
          block
          busy={isSending}
          disabled={!canOrder}
          aria-describedby="condition-commande"
        >
          {isSending ? "Commande en cours…" : "Commander avec obligation de paiement"}
        </Button>
        <p className="hint" id="condition-commande">
          {canOrder
            ? "30 jours pour changer d’avis"
            : "Indiquez votre nom, votre téléphone et l’adresse de livraison pour commander."}
        </p>
      </aside>
    </div>
  );
}
