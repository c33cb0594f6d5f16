import { use, useEffect, useRef } from "react";
import { SIGN_OUT_FAILED, UPDATE_FAILED } from "#app/accounts/account-failures.ts";
import { watchConnection } from "#app/live/connection.ts";
import { useFailure } from "#app/live/failure.ts";
import { DataRouterContext } from "#app/platform/react-router-internals.ts";
import { toast } from "#app/ui/toast.tsx";
import { LostConnectionNote } from "./lost-connection-note.tsx";

/** The toast for a failed request of a form, by the form's path (specification §8). */
const SPECIFIED: Record<string, string> = {
  "/contact": "Erreur d'envoie",
  "/admin/parametre-compte": UPDATE_FAILED,
  "/deconnexion": SIGN_OUT_FAILED,
};

/** Reports a failed request and offers a retry. Mounted once, in the root's layout. */
export function LostConnection() {
  const router = use(DataRouterContext)?.router;
  const failure = useFailure();
  const specified = failure?.form && SPECIFIED[failure.form];
  useEffect(() => (router ? watchConnection(router) : undefined), [router]);
  const shownError = useRef<string | null>(null);
  useEffect(() => {
    if (failure && specified && failure.kind !== "signed-out") {
      toast.error(specified);
      shownError.current = specified;
    } else if (!failure && shownError.current) {
      // A later request succeeded: the message is no longer true.
      toast.dismissError(shownError.current);
      shownError.current = null;
    }
  }, [failure, specified]);
  // With a new key, a second failure is a new element, which screen readers announce.
  if (!failure || failure.kind === "password") return null;
  return <LostConnectionNote key={failure.at} failure={failure} />;
}
