import type { LatestAct } from "#app/audit/latest-acts.server.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { frenchRecent } from "#app/ui/french-date.ts";

const ACTS: Record<string, string> = {
  "product-created": "Produit créé",
  "product-updated": "Produit modifié",
  "product-imported": "Produit importé",
};
/** Longer values, in characters, are left out here; /admin/historique shows them. */
const SHORT = 40;

/** A panel with the latest audited acts on the product and their actors. */
export function ProductHistory({ acts, now }: { acts: readonly LatestAct[]; now: Date }) {
  if (acts.length === 0) return null;
  return (
    <Panel id="historique" title="Historique">
      <ol className="trail">
        {acts.map((act) => (
          <li key={act.id}>
            <span>
              {summary(act)}
              <span className="muted small">{act.actorName}</span>
            </span>
            <time className="num" dateTime={act.createdAt.toISOString()}>
              {frenchRecent(act.createdAt, now)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/**
 * The text of an act: « Prix : 45 € → 48 € » for one short change, the names of the changed fields, or the act without
 * changes.
 */
function summary({ act, changes }: LatestAct): string {
  const [first] = changes;
  if (!first) return ACTS[act] ?? act;
  const { field, before, after } = first;
  const isShort = (before ?? "").length <= SHORT && (after ?? "").length <= SHORT;
  if (changes.length === 1 && isShort)
    return capitalised(`${field}\u00a0: ${before || "vide"} → ${after || "vide"}`);
  return capitalised(`${changes.map((change) => change.field).join(", ")}\u00a0: modifié`);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
