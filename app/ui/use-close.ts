import { useLocation, useNavigate } from "react-router";

/** Closes what the URL opened: a step back when it was opened from the list, so that « back » does the same. */
export function useClose(href: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { isOpened?: boolean } | null };
  return () =>
    void (state?.isOpened
      ? navigate(-1)
      : navigate(href, { replace: true, preventScrollReset: true }));
}
