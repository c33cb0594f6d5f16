import { useEffect, useEffectEvent, useState } from "react";
import { PrefetchPageLinks, useLocation, useNavigate } from "react-router";
import { growPicture } from "./grow-picture.ts";

/** A link that is hovered, touched or focused for this long is prefetched. */
const INTENT_MS = 80;
/** Personal pages have the header `no-store`: a prefetched response would not be used, and the page requested twice. */
const PRIVATE = /^\/(admin|panier|payement|favorite|connexion)/;

/**
 * Handles the clicks on every `Link` by event delegation, and navigates on the client. Prefetches the page of a hovered, touched
 * or focused link. Mounted once, in the root.
 */
export function LinkNavigation() {
  const navigate = useNavigate();
  const location = useLocation();
  const [prefetched, setPrefetched] = useState<string>();

  const follow = useEffectEvent((event: MouseEvent) => {
    const link = linkOf(event);
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target) return;
    event.preventDefault();
    const to = addressOf(link);
    const options = link.dataset["link"]!.split(" ");
    void navigate(to, {
      // A link to the current page adds no history entry.
      replace:
        options.includes("replace") || to === location.pathname + location.search + location.hash,
      preventScrollReset: options.includes("keep-scroll"),
      viewTransition: options.includes("grow") && growPicture(link),
    });
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedulePrefetch = (event: Event) => {
      clearTimeout(timer);
      const link = linkOf(event);
      // No prefetch while offline: React Router would reload the page when it cannot load the code of a prefetched page.
      if (link && navigator.onLine && !PRIVATE.test(link.pathname))
        timer = setTimeout(() => setPrefetched(addressOf(link)), INTENT_MS);
    };
    // The listener is on the window, so that handlers in the page can call preventDefault first.
    window.addEventListener("click", follow);
    const intents = ["pointerover", "touchstart", "focusin"] as const;
    for (const intent of intents)
      window.addEventListener(intent, schedulePrefetch, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("click", follow);
      for (const intent of intents) window.removeEventListener(intent, schedulePrefetch);
    };
  }, []);

  return prefetched && <PrefetchPageLinks page={prefetched} />;
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-link]") : null;
}

function addressOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash;
}
