import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";

/** Timeout in ms for route modules and data (specification §9, lazy-loaded script parts). */
const LIMIT_MS = 120_000;
/** Delay in ms before the loading indicator shows (design.md, rule 18). */
const QUIET_MS = 300;

/** Shows and announces that a page is loading, and offers a retry after LIMIT_MS. */
export function NavigationStatus() {
  const { state, location } = useNavigation();
  const isBusy = state !== "idle";
  return isBusy ? (
    <Waiting key={location?.key} address={location && location.pathname + location.search} />
  ) : null;
}

function Waiting({ address }: { address: string | undefined }) {
  const [patience, setPatience] = useState<"quiet" | "waiting" | "lost">("quiet");
  useEffect(() => {
    const timers = [
      setTimeout(() => setPatience("waiting"), QUIET_MS),
      setTimeout(() => setPatience("lost"), LIMIT_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);

  if (patience === "quiet") return null;
  if (patience === "waiting")
    return <div className="nav-progress" role="progressbar" aria-label="Chargement de la page" />;
  return (
    <div className="nav-lost">
      <Note tone="error" role="alert" title="Cette page tarde trop">
        <p>Vérifiez votre connexion, puis réessayez.</p>
        <Button
          type="button"
          variant="secondary"
          size="s"
          onClick={() => window.location.assign(address ?? window.location.href)}
        >
          Réessayer
        </Button>
      </Note>
    </div>
  );
}
