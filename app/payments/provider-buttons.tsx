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
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import type { PayOutcome } from "./conclude-payment.server.ts";
import { PAYMENT_ERROR } from "./payment-error.ts";
import type { StartOutcome } from "./start-payment.server.ts";

const SCRIPT_LIMIT_MS = 120_000;
/** What came of a demand that the page shows by itself once it is read again. */
const TOLD_BY_PAGE = new Set<Answer["kind"]>(["already-paid", "pending", "cancelled"]);

/** How a try to pay came to nothing, and what the payer reads of it. */
const ENDINGS = {
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
  // Money moves only after the payer's approval in the provider's window, which has not opened.
  lost: {
    tone: "error",
    title: "Connexion perdue, rien n’a été envoyé",
    text: "Votre commande est gardée et rien n’a été débité. Réessayez quand la connexion est revenue.",
  },
  limited: {
    tone: "warning",
    title: "Trop d’essais en peu de temps",
    text: "Votre commande est gardée et rien n’a été débité. Réessayez dans un quart d’heure.",
  },
} as const;
type Ending = keyof typeof ENDINGS;

type Props = {
  orderId: string;
  orderKey: string;
  clientId: string;
  isSimulated: boolean;
  /** Whether the page shows by now that the order is paid. */
  isPaidNow: RefObject<boolean>;
  /** Whether what came of an approved payment is unknown here. */
  isUnknown: boolean;
  onUnknown: () => void;
};

/** The provider's buttons (wallet and card). Loaded on /payement alone, in the browser alone. */
export default function ProviderButtons({ clientId, isSimulated, ...order }: Props) {
  const [trial, setTrial] = useState(0);
  return (
    <PayPalScriptProvider
      key={trial}
      options={{
        clientId,
        currency: "EUR",
        intent: "capture",
        // The provider’s inline style and scripts pass our content policy by this mark alone.
        dataCspNonce: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
        locale: "fr_FR",
        components: "buttons",
        ...(isSimulated && { sdkBaseUrl: `${location.origin}/simulateur-paypal/sdk/js` }),
      }}
    >
      <Buttons {...order} onRetry={() => setTrial(trial + 1)} />
    </PayPalScriptProvider>
  );
}

type Answer = StartOutcome | PayOutcome | { kind: "too-many" };

async function ask(orderId: string, demand: object): Promise<Answer> {
  const response = await fetch(`/payement/${orderId}/paypal`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(demand),
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
}: Omit<Props, "clientId" | "isSimulated"> & { onRetry: () => void }) {
  const [{ isRejected, isPending, isInitial }] = usePayPalScriptReducer();
  const [isLate, setLate] = useState(false);
  const [ending, setEnding] = useState<Ending | null>(null);
  /** The page itself says why nothing opens: paid in another tab, being verified, cancelled. */
  const isToldByPage = useRef(false);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SCRIPT_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);

  function fail(how: "failed" | "refused") {
    setEnding(how);
    toast.error(ENDINGS[how].title);
  }

  if (isRejected || (isLate && (isPending || isInitial))) {
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
      {ending && (
        <Note
          tone={ENDINGS[ending].tone}
          role={ending === "cancelled" ? "status" : "alert"}
          title={ENDINGS[ending].title}
        >
          {ENDINGS[ending].text}
        </Note>
      )}
      {(isPending || isInitial) && <p className="hint">Chargement du paiement…</p>}
      <PayPalButtons
        style={{ layout: "vertical", shape: "rect", height: 52 }}
        createOrder={async () => {
          setEnding(null);
          isToldByPage.current = false;
          const answer = await ask(orderId, { act: "create" }).catch((error: unknown) => {
            if (navigator.onLine) throw error;
            isToldByPage.current = true;
            setEnding("lost");
            throw error;
          });
          if (answer.kind === "started") return answer.providerOrderId;
          if (answer.kind === "too-many") setEnding("limited");
          isToldByPage.current = TOLD_BY_PAGE.has(answer.kind) || answer.kind === "too-many";
          await revalidate();
          throw new Error(answer.kind);
        }}
        onApprove={async (approval, actions) => {
          const answer = await ask(orderId, {
            act: "capture",
            providerOrderId: approval.orderID,
            // The payer approved, so money may move: no answer means « we are checking », never « nothing was taken ».
          }).catch(() => ({ kind: "pending" }) as const);
          if (answer.kind === "paid") {
            if (endAttempt(orderKey)) clearCart();
            // Past the limit the shop captures what was approved by itself, within minutes.
          } else if (answer.kind === "pending" || answer.kind === "too-many") {
            onUnknown();
            await revalidate();
            if (!isPaidNow.current) toast.error(PAYMENT_ERROR);
            return;
          }
          // The provider hasn't taken note of the yes: its window opens again.
          else if (answer.kind === "not-approved") return actions.restart();
          else if (answer.kind === "declined") {
            // The window opens again: another card may be chosen.
            setEnding("declined");
            return actions.restart();
          } else if (!TOLD_BY_PAGE.has(answer.kind))
            fail(answer.kind === "refused" ? "refused" : "failed");
          await revalidate();
        }}
        onCancel={() => setEnding((before) => (before === "declined" ? before : "cancelled"))}
        onError={() => {
          if (!isToldByPage.current) fail("failed");
        }}
      />
    </>
  );
}
