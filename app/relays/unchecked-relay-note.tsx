import { Note } from "#app/ui/note.tsx";
import type { RelayPoint } from "./relay-schema.ts";

/** Tells the seller that the provider did not confirm an order's point; nothing if it did. */
export function UncheckedRelayNote({ point }: { point: RelayPoint | null }) {
  if (!point?.isUnchecked) return null;
  return (
    <Note tone="warning" title="Point de relais non vérifié">
      Sendcloud ne répondait pas quand la commande a été passée. Avant l’envoi, vérifiez que ce
      point existe et qu’il accepte des colis.
    </Note>
  );
}
