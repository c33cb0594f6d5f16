/** What a visitor may go to next. Never what acts, asks for an account or belongs to one. */
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
 * Delays a page's scripts until its first view is shown: on a phone they weigh more than everything else together, and
 * pages are read, followed and sent without them. If the page `isPublic` (the same for everybody), speculation rules let
 * the browser prefetch links meanwhile. Takes and gives a page's head and its end, where its scripts are; `nonce` is that
 * of its inline scripts.
 * @throws when React Router's markup no longer has what is replaced here: unnoticed, scripts would delay the first view.
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

function replaced(markup: string, part: string, by: string): string {
  if (!markup.includes(part)) throw new Error(`React Router's markup has no ${part}`);
  return markup.replaceAll(part, () => by);
}

/** Runs in the browser, from its own text alone. */
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
  // A picture that hangs doesn't keep them waiting for ever; a visitor who acts doesn't wait at all.
  // In the frame after the next, what had come by then has been shown.
  const shown = () => requestAnimationFrame(() => (self.requestIdleCallback ?? setTimeout)(start));
  addEventListener("load", () => requestAnimationFrame(shown));
  addEventListener("DOMContentLoaded", () => setTimeout(start, 4000));
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, start, { capture: true });

  // What they make of something kept in this browser doesn't wait either; if nothing is, what follows says so.
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
      // A browser that keeps nothing, and says so by an exception.
    }

  // What was chosen meanwhile is chosen again: a controlled select or box would fall back to what it was rendered with.
  const chosen = new Map<HTMLInputElement | HTMLSelectElement, string | boolean>();
  const noteChoice = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) chosen.set(target, target.value);
    else if (target instanceof HTMLInputElement && /checkbox|radio/.test(target.type))
      chosen.set(target, target.checked);
  };
  const chooseAgain = () => {
    for (const [control, choice] of chosen) {
      if (control instanceof HTMLInputElement) {
        // Away from it first: a click that changes nothing says nothing.
        control.checked = !choice;
        control.click();
      } else {
        control.value = String(choice);
        control.dispatchEvent(new Event("change", { bubbles: true }));
      }
    }
  };
  addEventListener("change", noteChoice);

  // A button that works with them alone is pressed again for the visitor once they do.
  let pressed: HTMLElement | null | undefined;
  const note = ({ target }: Event) => {
    pressed = (target as Element).closest<HTMLElement>("button[type=button]:not([popovertarget])");
  };
  addEventListener("click", note);
  addEventListener("hydrated", () => {
    removeEventListener("click", note);
    removeEventListener("change", noteChoice);
    chooseAgain();
    // From here on links are followed within the page.
    document.querySelector("script[type=speculationrules]")?.remove();
    if (pressed?.isConnected) pressed.click();
  });
}
const waiter = `${startLater}`.replaceAll(/\n\s+/g, "\n");
