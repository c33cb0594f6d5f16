import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";

type LeaveGuardProps = {
  /** Whether something would be lost. */
  isDirty: boolean;
  /** « « Crème de jour » a 3 modifications : … » */
  children: string;
  /** What is to be taken back before leaving. */
  onLeave?: () => void;
};

/** Asks before the page is left with changes that are not saved: by a link, by « back », by closing the tab. */
export function LeaveGuard({ isDirty, children, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    // The browser asks in its own words.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onClose={stay}
      title="Quitter sans enregistrer&nbsp;?"
      foot={
        <>
          <Button
            type="button"
            variant="plain"
            size="s"
            onClick={() => {
              onLeave?.();
              blocker.proceed?.();
            }}
          >
            Quitter sans enregistrer
          </Button>
          <Button type="button" size="s" autoFocus onClick={stay}>
            Continuer la modification
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
