import { useEffect } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";

/** The history entry that is being closed: a second press before its navigation ends must not go back once more. */
let closing: string | null = null;

/** Closes what the URL opened: a step back when it was opened from the list, so that « back » does the same. */
export function useClose(href: string): () => void {
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const { key, state } = useLocation() as { key: string; state: { isOpened?: boolean } | null };
  // A navigation that failed has left the entry open: it may be closed again.
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
