import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";

type LeaveGuardProps = {
  /** Whether there are unsaved changes. */
  isDirty: boolean;
  /** The text below the question « Quitter sans enregistrer ? »: « « Crème de jour » a 3 modifications : … » */
  children: string;
  /** Called before leaving, to discard the changes. */
  onLeave?: () => void;
};

/** Asks for confirmation before a page with unsaved changes is left by a link, the back button or closing the tab. */
export function LeaveGuard({ isDirty, children, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    // For a closed tab, the browser shows its own dialog.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
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
