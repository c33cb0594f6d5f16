import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { placeOf, returnQuery } from "#app/accounts/return-to.ts";
import { dismissFailure, type Failure } from "#app/live/failure.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";

/** Part of most texts below. It is true for typed texts and for favourites. */
const KEPT = "La page reste comme elle était.";

/** The bar that reports a failed request, above all other content. Its button « Réessayer » repeats the request. */
export function LostConnectionNote({ failure }: { failure: Failure }) {
  const [isTrying, setTrying] = useState(false);
  const host = useTopmost();
  const area = useRef<HTMLDivElement>(null);
  useFocusBack(area);
  const { title, text } = wordsOf(failure);
  return createPortal(
    <div className="nav-lost" ref={area}>
      <Note tone="error" role="alert" title={title}>
        <p>{text}</p>
        <div className="nav-lost__acts">
          {failure.kind === "signed-out" && <SignIn />}
          <Button
            type="button"
            variant="secondary"
            size="s"
            busy={isTrying}
            onClick={() => {
              setTrying(true);
              failure.retry();
            }}
          >
            Réessayer
          </Button>
          <Button type="button" variant="plain" size="s" onClick={dismissFailure}>
            Fermer
          </Button>
        </div>
      </Note>
    </div>,
    host,
  );
}

/** A link that opens sign-in in a new tab, so that this page keeps its form. */
function SignIn() {
  const { pathname } = useLocation();
  return (
    <ButtonLink size="s" to={`/connexion${returnQuery(placeOf(pathname))}`} target="_blank">
      Se connecter<span className="sr"> dans un nouvel onglet</span>
    </ButtonLink>
  );
}

function wordsOf({ kind, form }: Failure): { title: string; text: string } {
  switch (kind) {
    case "not-sent":
      return {
        title: "Connexion perdue, rien n’a été envoyé",
        text: form ? KEPT : "Impossible de recurer les données. La page reste comme elle était.",
      };
    case "no-answer":
      return {
        title: "Connexion perdue, la réponse n’est pas arrivée",
        text: form
          ? `Votre envoi est peut-être arrivé. ${KEPT} Vous pouvez réessayer, rien ne sera fait deux fois.`
          : "Votre envoi est arrivé, mais la page qui suit n’a pas pu s’afficher.",
      };
    case "failed":
      return {
        title: "Une erreur s’est produite",
        text: `La boutique n’a pas pu répondre. ${KEPT}`,
      };
    case "refused":
      return {
        title: "La boutique ne peut pas prendre cet envoi",
        text: `Il est trop volumineux, ou il y en a eu beaucoup à la fois. ${KEPT}`,
      };
    // Asked for in the signed-in areas (accounts/password-dialog.tsx).
    case "password":
    case "signed-out":
      return {
        title: "Votre session est finie",
        text: `${KEPT} Connectez-vous dans un nouvel onglet, puis réessayez ici.`,
      };
  }
}

/** The element that contains the bar: the last open modal dialog, which makes everything outside it inert, or else the body. */
function useTopmost(): Element {
  const find = () =>
    [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")].at(-1) ?? document.body;
  const [host, setHost] = useState<Element>(find);
  useEffect(() => {
    const place = () => setHost(find);
    // A dialog's events don't bubble. The capture phase also gets those of dialogs that open later.
    document.addEventListener("toggle", place, true);
    document.addEventListener("close", place, true);
    return () => {
      document.removeEventListener("toggle", place, true);
      document.removeEventListener("close", place, true);
    };
  }, []);
  return host;
}

/** When the bar disappears while it has the focus, focuses the element that had the focus before, or else <main>. */
function useFocusBack(area: React.RefObject<HTMLElement | null>): void {
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const element = area.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const isThere =
        before instanceof HTMLElement && before.isConnected && before !== document.body;
      (isThere ? before : document.getElementById("main"))?.focus({ preventScroll: true });
    };
  }, [area, before]);
}
