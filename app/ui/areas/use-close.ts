import { useEffect } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";

/** The key of the location whose dialog is being closed. A second click before the navigation ends must not go back again. */
let closing: string | null = null;

/**
 * Returns a function that closes a dialog which the URL opens. If a link of the list opened the dialog, the function goes back
 * in history; otherwise it navigates to `href`.
 */
export function useClose(href: string): () => void {
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const { key, state } = useLocation() as { key: string; state: { isOpened?: boolean } | null };
  // After a failed navigation the dialog is still open, and the user may close it again.
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
