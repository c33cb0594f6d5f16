import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { Form, useNavigation, useRouteLoaderData } from "react-router";
import type { StoredAddress } from "#app/addresses/addresses.server.ts";
import { OrderTotals } from "#app/orders/order-totals.tsx";
import { PAYMENT_METHODS, SHIPPING_METHODS } from "#app/platform/methods-schema.ts";
import type { RootData } from "#app/root-data.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, useFieldErrors } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { formatPhone } from "#app/ui/phone-schema.ts";
import type { CartSums } from "./cart-sums-endpoint.ts";
import { idempotencyKeyForContents } from "./order-attempt.ts";
import { forgetSamples, readDraft, saveDraft } from "./order-draft.ts";
import type { OrderRules } from "./order-rules.server.ts";
import { OrderToPayNote, type ShownOrderToPay } from "./order-to-pay-note.tsx";

// They load after the cart's lines: a first view's scripts stay small. The form of codes and fees, only in a
// shop with reductions or delivery methods.
const OrderFields = lazy(() => import("./order-fields.tsx"));
const CartSumsForm = lazy(() => import("./cart-sums.tsx"));

/** The action's answer to a refused order form. */
export type OrderAnswer = {
  values: Record<string, string>;
  errors: Record<string, string>;
  notice: string | null;
  /** Too few pieces of an article are left; the cart's lines say so too. */
  isShort?: boolean;
  /** The place whose postal code or town is doubtful. If the customer sends it again, the server accepts it. */
  doubted?: string;
  /** An unpaid order with the same articles: the customer confirms before a second one is placed. */
  sameOrder?: ShownOrderToPay;
};

type OrderFormProps = {
  period: string;
  rules: OrderRules;
  /** The sentence on the legal guarantee and its notice, as HTML. */
  guarantee: string;
  answer: OrderAnswer | undefined;
  /** The answer's notice, as long as it is true of the cart. */
  notice: string | null;
  totalCents: number;
  articleCount: number;
  /** The cart's lines as JSON. */
  items: string;
  /** Whether a line wants more pieces than there are: the server would refuse the order. */
  hasShortLine: boolean;
  book: StoredAddress[];
  /** The values of the default addresses and of the last relay point, by field name. */
  prefilled: Record<string, string>;
  sameOrder: ShownOrderToPay | undefined;
  children: ReactNode;
};

/** The order form with the totals beside it; `children`: the cart's lines. */
export function OrderForm(props: OrderFormProps) {
  const {
    period,
    rules,
    answer,
    sameOrder,
    totalCents,
    articleCount,
    items,
    hasShortLine,
    children,
  } = props;
  const { countries } = rules;
  const root = useRouteLoaderData<RootData>("root");
  const [initial] = useState(() => ({
    name: root?.viewer?.name ?? "",
    phone: formatPhone(root?.viewer?.phone ?? ""),
    country: countries[0]!.value,
    shippingMethod: SHIPPING_METHODS[0], // the defaults of specification §9
    delivery: "",
    paymentMethod: PAYMENT_METHODS[0],
    ...props.prefilled,
    ...readDraft(),
  }));
  const [cartSums, setCartSums] = useState<CartSums>();
  const [methodId, setMethodId] = useState(initial.delivery);
  const delivery = cartSums?.delivery;
  const method = delivery?.methods.find(({ id }) => id === methodId) ?? delivery?.methods[0];
  // Without a fee for the chosen method and place, no total with a fee is shown.
  const isFeeKnown = !rules.delivery || (method !== undefined && method.id === delivery?.chosen);
  const deliveryCents = (isFeeKnown && delivery?.feeCents) || 0;
  // The loaded sums may be those of the cart before its last change: the reduction never exceeds the current price.
  const reductionCents = Math.min(cartSums?.reductionCents ?? 0, totalCents + deliveryCents);
  const sums = {
    totalCents: totalCents + deliveryCents - reductionCents,
    deliveryCents,
    reductionCents,
    reductionName: cartSums?.reductionName ?? null,
  };
  const { field, forget, checks } = useFieldErrors(answer?.errors, initial);
  const [shippingMethod, setShippingMethod] = useState<string>(initial.shippingMethod);
  // If no method serves the place, the address field of the previous method stays.
  if (method && method.kind !== shippingMethod) setShippingMethod(method.kind);
  const [canOrder, setCanOrder] = useState(false);
  const [country, setCountry] = useState(initial.country);
  const [place, setPlace] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const isSending = useNavigation().formAction === "/panier";

  // The document is left during a submit only when the order is placed, because the payment page is another document.
  useEffect(() => {
    if (!isSending) return;
    window.addEventListener("pagehide", forgetSamples);
    return () => window.removeEventListener("pagehide", forgetSamples);
  }, [isSending]);

  const check = useCallback((isTyped = false) => {
    // The button needs name, phone and address only (specification §5).
    const typed = new FormData(form.current!);
    setCountry(String(typed.get("country")));
    const address = typed.get("address") ?? "";
    const typedPlace = JSON.stringify({
      country: typed.get("country") ?? "",
      postalCode: typed.get("postalCode") ?? ((address === "" && typed.get("nearestRelay")) || ""),
      address,
    });
    // Switching the delivery method shows another address field. Its place counts only after the customer types: asking at once could
    // return other methods and switch the field back.
    setPlace((before) => (isTyped || before === "" ? typedPlace : before));
    setCanOrder(
      ["name", "phone", "address"].every((name) => String(typed.get(name) ?? "").trim() !== ""),
    );
  }, []);

  function submit() {
    saveDraft(form.current!);
    const typed = new FormData(form.current!);
    typed.delete("idempotencyKey");
    key.current!.value = idempotencyKeyForContents(JSON.stringify([...typed]));
  }

  const ready = delivery?.chosen === null ? "unserved" : "ready";
  const hint = hasShortLine ? "short" : canOrder ? ready : "missing";
  return (
    <div className="cart">
      <div className="cart__main">
        {props.notice && (
          <Note tone="warning" role="alert" focusOn={answer?.isShort ? undefined : answer}>
            {props.notice}
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
          action="/panier"
          {...checks}
          onInput={(event) => {
            checks.onInput(event);
            check(true);
            saveDraft(event.currentTarget);
          }}
          onSubmit={submit}
        >
          <input type="hidden" name="items" value={items} />
          <input type="hidden" name="seenTotalCents" value={sums.totalCents} />
          <input type="hidden" name="code" value={cartSums?.code ?? ""} />
          {sameOrder && <input type="hidden" name="again" value="1" />}
          <input type="hidden" name="idempotencyKey" ref={key} defaultValue="" />
          <Suspense>
            <OrderFields
              field={field}
              period={period}
              rules={rules}
              totalCents={sums.totalCents}
              delivery={delivery}
              methodId={method?.id}
              place={place}
              shippingMethod={shippingMethod}
              onShippingMethod={(chosen) => {
                (rules.delivery ? setMethodId : setShippingMethod)(chosen);
                forget("address");
              }}
              book={props.book}
              doubted={answer?.doubted}
              forget={forget}
              check={check}
            />
          </Suspense>
        </Form>
      </div>
      <aside className="cart__side box recap" aria-labelledby="resume">
        <h2 className="h4" id="resume">
          Résumé
        </h2>
        {rules.sums && (
          <Suspense>
            <CartSumsForm
              items={items}
              {...rules.sums}
              place={place}
              methodId={methodId}
              error={answer?.errors["code"]}
              onSums={setCartSums}
            />
          </Suspense>
        )}
        <OrderTotals
          sums={sums}
          isFeeKnown={isFeeKnown}
          vatPercent={
            delivery
              ? delivery.vatPercent
              : (countries.find(({ value }) => value === country) ?? countries[0]!).vatPercent
          }
          subtotalLabel={`Sous-total, ${articleCount} ${articleCount > 1 ? "articles" : "article"}`}
        />
        <ul className="assure">
          {(delivery?.period || period) && (
            <li>
              <Icon name="truck" />
              <span>{`Livraison estimée ${delivery?.period || period}`}</span>
            </li>
          )}
          <li>
            <Icon name="shield-check" />
            {/* oxlint-disable-next-line react/no-danger -- written and escaped by React (guarantee-notice.server.tsx) */}
            <div dangerouslySetInnerHTML={{ __html: props.guarantee }} />
          </li>
        </ul>
        <p className="small soft accept">
          En commandant, vous acceptez nos{" "}
          <TextLink to="/condition-generale-de-vente">conditions générales de vente</TextLink>. Vos
          données&nbsp;:{" "}
          <TextLink to="/plitique-de-confidentialite">politique de confidentialité</TextLink>.
        </p>
        <Button
          form="commande"
          block
          busy={isSending}
          disabled={!canOrder || hasShortLine}
          aria-describedby="condition-commande"
        >
          {isSending ? "Commande en cours…" : "Commander avec obligation de paiement"}
        </Button>
        <p className="hint" id="condition-commande">
          {rules.hints[hint]}
        </p>
      </aside>
    </div>
  );
}
