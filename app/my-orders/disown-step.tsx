import { useNavigate, useSearchParams } from "react-router";
import { ConfirmStep } from "#app/ui/areas/confirm-step.tsx";

/** Asks before an order leaves the account that took it in (`disownOrder`). */
export function DisownStep({ orderId }: { orderId: string }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const page = `/admin/my-orders/${orderId}`;
  return (
    <ConfirmStep
      question="Cette commande n’est pas la vôtre&nbsp;?"
      confirmLabel="Ce n’est pas ma commande"
      destructive
      answer={search.has("pas-la-mienne") ? { intent: "disown" } : null}
      onCancel={() => void navigate(page, { replace: true, preventScrollReset: true })}
      backHref={page}
    >
      <p>
        Elle quitte votre compte pour de bon, avec ses factures, et nous ne vous écrirons plus à son
        sujet. La boutique en est avertie.
      </p>
    </ConfirmStep>
  );
}
