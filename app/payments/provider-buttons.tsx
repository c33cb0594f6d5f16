import {
  PayPalButtons,
  PayPalScriptProvider,
  usePayPalScriptReducer,
} from "@paypal/react-paypal-js";
import { useEffect, useRef, useState, type RefObject } from "react";
import { useRevalidator } from "react-router";
import { clearCart } from "#app/cart/cart-store.ts";
import { endAttempt } from "#app/checkout/order-attempt.ts";
import { Button } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { PAYMENT_ERROR } from "./payment-error.ts";
import type { PayOutcome } from "./settle-payment.server.ts";
import type { StartOutcome } from "./start-payment.server.ts";

/** If the provider's script has not loaded after this time, the page offers to retry. */
const SCRIPT_LIMIT_MS = 120_000;
/** Outcomes that the page itself shows after revalidation. */
const SHOWN_BY_PAGE = new Set<Answer["kind"]>(["already-paid", "pending", "cancelled"]);

/** Messages for attempts that did not lead to a payment. */
const MESSAGES = {
  failed: {
    tone: "error",
    title: PAYMENT_ERROR,
    text: "Votre commande est gardée telle quelle et rien n’a été débité. Vous pouvez réessayer.",
  },
  refused: {
    tone: "error",
    title: PAYMENT_ERROR,
    text: "Le paiement a été refusé\u00a0: rien n’a été débité, et votre commande est gardée. Vous pouvez réessayer, avec une autre carte par exemple.",
  },
  declined: {
    tone: "error",
    title: "Carte refusée",
    text: "Rien n’a été débité, et votre commande est gardée. Choisissez une autre carte, ou payez par PayPal.",
  },
  cancelled: {
    tone: "warning",
    title: "Paiement annulé",
    text: "Vous avez quitté le paiement\u00a0: rien n’a été débité. Votre commande est gardée, vous pouvez la payer quand vous voulez.",
  },
  // The provider's window did not open, so the payer cannot have approved anything.
  lost: {
    tone: "error",
    title: "Connexion perdue, rien n’a été envoyé",
    text: "Votre commande est gardée et rien n’a été débité. Réessayez quand la connexion est revenue.",
  },
  "sold-out": {
    tone: "error",
    title: "Un article est épuisé\u00a0: cette commande ne peut plus être payée.",
    text: "Rien n’a été débité. Annulez-la, puis commandez à nouveau ce qui reste.",
  },
  limited: {
    tone: "warning",
    title: "Trop d’essais en peu de temps",
    text: "Votre commande est gardée et rien n’a été débité. Réessayez dans un quart d’heure.",
  },
} as const;
type MessageKind = keyof typeof MESSAGES;

type Props = {
  orderId: string;
  orderKey: string;
  clientId: string;
  isSimulated: boolean;
  /** The buttons for instalments and credit, unless the merchant asked for them (settings, « Vente »). */
  disabledFunding: string | null;
  /** Whether the page already shows the order as paid. */
  isPaidNow: RefObject<boolean>;
  /** An approved payment's outcome is unknown. */
  isUnknown: boolean;
  onUnknown: () => void;
};

/** The provider's buttons (wallet and card). Loaded lazily, in the browser only. */
export default function ProviderButtons({
  clientId,
  isSimulated,
  disabledFunding,
  ...order
}: Props) {
  const [retries, setRetries] = useState(0);
  return (
    <PayPalScriptProvider
      key={retries}
      options={{
        clientId,
        currency: "EUR",
        intent: "capture",
        // The nonce lets the provider’s inline styles and scripts pass the Content-Security-Policy.
        dataCspNonce: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
        locale: "fr_FR",
        components: "buttons",
        ...(disabledFunding !== null && { disableFunding: disabledFunding }),
        ...(isSimulated && { sdkBaseUrl: `${location.origin}/simulateur-paypal/sdk/js` }),
      }}
    >
      <Buttons {...order} onRetry={() => setRetries(retries + 1)} />
    </PayPalScriptProvider>
  );
}

type Answer = StartOutcome | PayOutcome | { kind: "too-many" };

async function post(orderId: string, body: object): Promise<Answer> {
  const response = await fetch(`/payement/${orderId}/paypal`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok && response.status !== 429) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as Answer;
}

function Buttons({
  orderId,
  orderKey,
  isPaidNow,
  isUnknown,
  onUnknown,
  onRetry,
}: Omit<Props, "clientId" | "isSimulated" | "disabledFunding"> & { onRetry: () => void }) {
  const [{ isRejected, isPending, isInitial }] = usePayPalScriptReducer();
  const [hasTimedOut, setTimedOut] = useState(false);
  const [message, setMessage] = useState<MessageKind | null>(null);
  const [isConcluding, setConcluding] = useState(false);
  /**
   * The page shows already why the provider's window did not open (paid in another tab, offline…): no error message follows.
   */
  const isShownByPage = useRef(false);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), SCRIPT_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);

  function fail(kind: "failed" | "refused") {
    setMessage(kind);
    toast.error(MESSAGES[kind].title);
  }

  /** Concludes the approved payment. @returns whether the provider's window must open again */
  async function conclude(providerOrderId: string): Promise<boolean> {
    const answer = await post(orderId, {
      act: "capture",
      providerOrderId,
      // After the approval money may have moved, so a lost response means « pending », never « nothing was charged ».
    }).catch(() => ({ kind: "pending" }) as const);
    if (answer.kind === "paid") {
      if (endAttempt(orderKey)) clearCart();
      // « too-many »: the reconciler captures the approved payment within minutes.
    } else if (answer.kind === "pending" || answer.kind === "too-many") {
      onUnknown();
      await revalidate();
      if (!isPaidNow.current) toast.error(PAYMENT_ERROR);
      return false;
    }
    // The provider has no approval yet.
    else if (answer.kind === "not-approved") return true;
    else if (answer.kind === "declined") {
      // The payer can choose another card.
      setMessage("declined");
      return true;
    } else if (!SHOWN_BY_PAGE.has(answer.kind))
      fail(answer.kind === "refused" ? "refused" : "failed");
    await revalidate();
    return false;
  }

  if (isRejected || (hasTimedOut && (isPending || isInitial))) {
    return (
      <Note tone="error" role="alert" title="Le paiement n’a pas pu être chargé">
        <p>Votre commande est gardée. Vérifiez votre connexion, puis réessayez.</p>
        <Button type="button" variant="secondary" size="s" onClick={onRetry}>
          Réessayer
        </Button>
      </Note>
    );
  }
  if (isUnknown) {
    return (
      <Note
        tone="warning"
        role="status"
        title="Une erreur s'est produite&nbsp;: paiement en cours de vérification"
      >
        <p>
          La réponse n’est pas arrivée jusqu’ici. Ne payez pas une seconde fois&nbsp;: rechargez la
          page dans un instant.
        </p>
        <Button
          type="button"
          variant="secondary"
          size="s"
          onClick={() => location.assign(location.href)}
        >
          Recharger la page
        </Button>
      </Note>
    );
  }
  return (
    <>
      {message && (
        <Note
          tone={MESSAGES[message].tone}
          role={message === "cancelled" ? "status" : "alert"}
          title={MESSAGES[message].title}
        >
          <p>{MESSAGES[message].text}</p>
          {message === "sold-out" && (
            <p>
              <TextLink to={`/admin/my-orders/${orderId}/annuler`}>Annuler cette commande</TextLink>
            </p>
          )}
        </Note>
      )}
      <p className="hint hint--live" role="status">
        {isConcluding
          ? "Paiement en cours…"
          : (isPending || isInitial) && "Chargement du paiement…"}
      </p>
      <PayPalButtons
        disabled={isConcluding}
        style={{ layout: "vertical", shape: "rect", height: 52 }}
        createOrder={async () => {
          setMessage(null);
          isShownByPage.current = false;
          const answer = await post(orderId, { act: "create" }).catch((error: unknown) => {
            if (navigator.onLine) throw error;
            isShownByPage.current = true;
            setMessage("lost");
            throw error;
          });
          if (answer.kind === "started") return answer.providerOrderId;
          if (answer.kind === "too-many") setMessage("limited");
          if (answer.kind === "sold-out") setMessage("sold-out");
          isShownByPage.current =
            SHOWN_BY_PAGE.has(answer.kind) ||
            answer.kind === "too-many" ||
            answer.kind === "sold-out";
          await revalidate();
          throw new Error(answer.kind);
        }}
        onApprove={async ({ orderID }, actions) => {
          setConcluding(true);
          const mustRestart = await conclude(orderID).finally(() => setConcluding(false));
          if (mustRestart) return actions.restart();
        }}
        onCancel={() => setMessage((before) => (before === "declined" ? before : "cancelled"))}
        onError={() => {
          if (!isShownByPage.current) fail("failed");
        }}
      />
    </>
  );
}
