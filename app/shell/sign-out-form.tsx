import { useEffect, type ReactNode } from "react";
import { useFetcher } from "react-router";
import type { action } from "#app/accounts/sign-out.ts";
import { toast } from "#app/ui/toast.tsx";

/** A form around a « Déconnexion » button; a refusal is said in a message and leaves the page as it is. */
export function SignOutForm({ className, children }: { className?: string; children: ReactNode }) {
  const fetcher = useFetcher<typeof action>();
  useEffect(() => {
    if (fetcher.data) toast.error(fetcher.data.message);
  }, [fetcher.data]);
  return (
    <fetcher.Form method="post" action="/deconnexion" className={className}>
      {children}
    </fetcher.Form>
  );
}
