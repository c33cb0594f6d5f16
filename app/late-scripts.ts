/** The links that a browser may prefetch (speculation rules): no pages of an account, and no URLs with effects. */
const NEXT_PAGES = {
  prefetch: [
    {
      where: {
        href_matches: ["/", "/boutique", "/boutique?*", "/produit/*", "/faqs", "/apropos-de-nous"],
      },
      eagerness: "moderate",
    },
  ],
};

type Ends = { head: string; end: string };

/**
 * Delays a page's scripts until the first view is painted: on a phone they weigh more than all other files together, and
 * pages can be read, links followed and forms submitted without them. For an anonymous visitor's page (`isPublic`),
 * speculation rules let the browser prefetch links before hydration. `head` is the markup before </head>, `end` the markup
 * with the scripts at the end of the body; both are returned changed. `nonce` is the CSP nonce of inline scripts.
 * @throws when React Router's markup has no part that is replaced here: otherwise scripts would silently delay the first view
 */
export function withLateScripts({ head, end }: Ends, nonce: string, isPublic: boolean): Ends {
  const script = `<script nonce="${nonce}"`;
  const rules = `${script} type="speculationrules">${JSON.stringify(NEXT_PAGES)}</script>`;
  const lateEnd = replaced(end, `${script} type="module" async="">`, `${script} type="later">`);
  return {
    head:
      replaced(head, '<link rel="modulepreload"', '<link rel="later"') + (isPublic ? rules : ""),
    end: replaced(
      lateEnd,
      `${script}>window.__reactRouterContext =`,
      `${script}>(${waiter})();window.__reactRouterContext =`,
    ),
  };
}

/** `markup` with `by` for every `part`. @throws when there is none */
function replaced(markup: string, part: string, by: string): string {
  if (!markup.includes(part)) throw new Error(`React Router's markup has no ${part}`);
  return markup.replaceAll(part, () => by);
}

/**
 * Runs in the browser, as an inline script of this function's text: it may use nothing outside its body. Starts the delayed
 * scripts, and restores the visitor's choices and last click after hydration.
 */
function startLater() {
  const start = () => {
    const script = document.querySelector<HTMLScriptElement>("script[type=later]");
    if (!script) return;
    for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=later]"))
      link.rel = "modulepreload";
    const begun = document.createElement("script");
    begun.type = "module";
    begun.nonce = script.nonce;
    begun.text = script.text;
    script.replaceWith(begun);
  };
  // Starts after the load event, two frames, the first paint (the screen may show it later than these frames) and an idle moment;
  // after a click or key at once; and at most four seconds after DOMContentLoaded, because a picture that never loads would delay
  // the load event.
  const idle = () => (self.requestIdleCallback ?? setTimeout)(start);
  const shown = () => new PerformanceObserver(idle).observe({ type: "paint", buffered: true });
  addEventListener("load", () => requestAnimationFrame(() => requestAnimationFrame(shown)));
  addEventListener("DOMContentLoaded", () => setTimeout(start, 4000));
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, start, { capture: true });

  // The cart page has an element with `data-kept`, the key of the cart in localStorage. With a stored cart, the scripts start
  // at DOMContentLoaded; otherwise the next element, the empty cart, replaces this one without scripts.
  const waiting = document.querySelector<HTMLElement>("[data-kept]");
  if (waiting)
    try {
      if (localStorage.getItem(waiting.dataset["kept"]!)) {
        addEventListener("DOMContentLoaded", start);
      } else {
        waiting.hidden = true;
        (waiting.nextElementSibling as HTMLElement).hidden = false;
      }
    } catch {
      // A browser that blocks storage throws.
    }

  // Choices made before hydration are repeated after it: React would reset a controlled select or checkbox to the rendered
  // value.
  const chosen = new Map<HTMLInputElement | HTMLSelectElement, string | boolean>();
  const noteChoice = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) chosen.set(target, target.value);
    else if (target instanceof HTMLInputElement && /checkbox|radio/.test(target.type))
      chosen.set(target, target.checked);
  };
  const chooseAgain = () => {
    for (const [control, choice] of chosen) {
      if (control instanceof HTMLInputElement) {
        // Set to the opposite first, because a click on the chosen state fires no change event.
        control.checked = !choice;
        control.click();
      } else {
        control.value = String(choice);
        control.dispatchEvent(new Event("change", { bubbles: true }));
      }
    }
  };
  addEventListener("change", noteChoice);

  // A click before hydration on a button that only works with scripts is repeated after hydration.
  let pressed: HTMLElement | null | undefined;
  const note = ({ target }: Event) => {
    pressed = (target as Element).closest<HTMLElement>("button[type=button]:not([popovertarget])");
  };
  addEventListener("click", note);
  addEventListener("hydrated", () => {
    removeEventListener("click", note);
    removeEventListener("change", noteChoice);
    chooseAgain();
    // After hydration React Router handles links, so prefetched documents are useless.
    document.querySelector("script[type=speculationrules]")?.remove();
    if (pressed?.isConnected) pressed.click();
  });
}
const waiter = `${startLater}`.replaceAll(/\n\s+/g, "\n");
