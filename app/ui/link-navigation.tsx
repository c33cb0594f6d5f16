import { useEffect, useEffectEvent, useState } from "react";
import { PrefetchPageLinks, useLocation, useNavigate } from "react-router";
import { growPicture } from "./grow-picture.ts";

/** A finger or a pointer that stays this long means to click. */
const INTENT_MS = 80;
/** What belongs to one visitor is never kept by the browser: asked early, it would be asked twice. */
const PRIVATE = /^\/(admin|panier|payement|favorite|connexion)/;

/**
 * Follows the clicks on every `Link` of the page, and asks for the next page as soon as a link is meant: pointed at,
 * touched or focused. Mounted once, in the root.
 */
export function LinkNavigation() {
  const navigate = useNavigate();
  const location = useLocation();
  const [meant, setMeant] = useState<string>();

  const follow = useEffectEvent((event: MouseEvent) => {
    const link = linkOf(event);
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target) return;
    event.preventDefault();
    const to = addressOf(link);
    const how = link.dataset["link"]!.split(" ");
    void navigate(to, {
      // The page that is shown already is not another step back.
      replace:
        how.includes("replace") || to === location.pathname + location.search + location.hash,
      preventScrollReset: how.includes("keep-scroll"),
      viewTransition: how.includes("grow") && growPicture(link),
    });
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const consider = (event: Event) => {
      clearTimeout(timer);
      const link = linkOf(event);
      // Offline there is nothing to fetch, and the router reloads a page whose code can't be fetched.
      if (link && navigator.onLine && !PRIVATE.test(link.pathname))
        timer = setTimeout(() => setMeant(addressOf(link)), INTENT_MS);
    };
    // On the window: whoever prevents a click in the page comes first.
    window.addEventListener("click", follow);
    const intents = ["pointerover", "touchstart", "focusin"] as const;
    for (const intent of intents) window.addEventListener(intent, consider, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("click", follow);
      for (const intent of intents) window.removeEventListener(intent, consider);
    };
  }, []);

  return meant && <PrefetchPageLinks page={meant} />;
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-link]") : null;
}

function addressOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash;
}
