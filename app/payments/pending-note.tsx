import type { ReactNode } from "react";
import { Note } from "#app/ui/note.tsx";

type PendingNoteProps = { title: string; role?: "status"; children?: ReactNode };

/** On a page that follows its order live: the outcome of the payment is unknown, and a second one could be debited, too. */
export function PendingNote({ title, role, children }: PendingNoteProps) {
  return (
    <Note tone="warning" title={title} role={role}>
      <p>
        Le prestataire n’a pas encore confirmé votre paiement. Ne payez pas une seconde fois&nbsp;:
        cette page se met à jour d’elle-même.
      </p>
      {children}
    </Note>
  );
}
