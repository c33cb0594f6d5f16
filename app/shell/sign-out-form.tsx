import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import type { action } from "#app/accounts/sign-out.ts";
import { clearDraftAndAttempt } from "#app/checkout/order-attempt.ts";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";

type SignOutFormProps = { className?: string; onSubmit?: () => void; children: ReactNode };

/** A form around a « Déconnexion » button. If the sign-out fails, a toast shows the error and the page stays. */
export function SignOutForm({ className, onSubmit, children }: SignOutFormProps) {
  const fetcher = useFetcher<typeof action>();
  useAnswer(fetcher.data, ({ message }) => toast.error(message));
  return (
    <fetcher.Form
      method="post"
      action="/deconnexion"
      className={className}
      onSubmit={() => {
        clearDraftAndAttempt();
        onSubmit?.();
      }}
    >
      {children}
    </fetcher.Form>
  );
}
