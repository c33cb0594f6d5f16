import { useEffect } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";

/** The key of the history entry that is being closed: a second click before the navigation ends must not go back again. */
let closing: string | null = null;

/** Returns a function that closes a dialog opened by the URL: goes back if the list opened it, otherwise navigates to `href`. */
export function useClose(href: string): () => void {
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const { key, state } = useLocation() as { key: string; state: { isOpened?: boolean } | null };
  // After a failed navigation the dialog is still open: it may be closed again.
  useEffect(() => {
    if (isIdle) closing = null;
  }, [isIdle]);
  return () => {
    if (closing === key) return;
    closing = key;
    void (state?.isOpened
      ? navigate(-1)
      : navigate(href, { replace: true, preventScrollReset: true }));
  };
}
