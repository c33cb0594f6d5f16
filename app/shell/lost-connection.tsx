import { use, useEffect, useRef, useState } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";
import { SIGN_OUT_FAILED, UPDATE_FAILED } from "#app/accounts/account-schema.ts";
import { useFailure, watchConnection } from "#app/live/connection.ts";
import { toast } from "#app/ui/toast.tsx";
import { LostConnectionNote } from "./lost-connection-note.tsx";

/** What the specification says besides when one of these forms fails (§8). */
const SPECIFIED: Record<string, string> = {
  "/contact": "Erreur d'envoie",
  "/admin/parametre-compte": UPDATE_FAILED,
  "/deconnexion": SIGN_OUT_FAILED,
};

/** Says that a form or a page was lost on the way, and tries again when asked. Mounted once, in every page's frame. */
export function LostConnection() {
  const router = use(RouterContext)?.router;
  const failure = useFailure();
  const specified = failure?.form && SPECIFIED[failure.form];
  useEffect(() => (router ? watchConnection(router) : undefined), [router]);
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (failure && specified && failure.kind !== "signed-out") {
      toast.error(specified);
      told.current = specified;
    } else if (!failure && told.current) {
      // Mended: beside « Modifications enregistrées » it would be wrong.
      toast.dismissError(told.current);
      told.current = null;
    }
  }, [failure, specified]);
  const [count, setCount] = useState(0);
  const [counted, setCounted] = useState(failure);
  if (counted !== failure) {
    setCounted(failure);
    setCount(count + 1);
  }
  // Another failure is announced anew.
  return failure && <LostConnectionNote key={count} failure={failure} />;
}
