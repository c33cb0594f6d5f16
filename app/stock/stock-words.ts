import type { IconName } from "#app/ui/icon.tsx";
import type { MoveReason, StockState } from "#db/schema/stock.ts";

/** The tag of each state of a product's stock. */
export const STATE_TAGS: Record<
  StockState,
  { tone: "success" | "warning" | "error" | "outline"; icon: IconName; label: string }
> = {
  enough: { tone: "success", icon: "check", label: "En stock" },
  low: { tone: "warning", icon: "triangle-alert", label: "Stock bas" },
  "sold-out": { tone: "error", icon: "circle-alert", label: "Épuisé" },
  uncounted: { tone: "outline", icon: "minus", label: "Non compté" },
};

const REASONS: Record<MoveReason, string> = {
  start: "Début du comptage",
  entry: "Entrée",
  loss: "Perte",
  count: "Inventaire",
  sale: "Vente",
  return: "Retour",
  stop: "Fin du comptage",
};

/** « Entrée », « Inventaire : 8 comptés ». */
export function moveText({ reason, onHand }: { reason: MoveReason; onHand: number }): string {
  if (reason !== "count") return REASONS[reason];
  return `${REASONS.count}\u00a0: ${onHand} compté${onHand > 1 ? "s" : ""}`;
}

/** « +12 », « −3 », « 0 ». */
export function signed(change: number): string {
  if (change === 0) return "0";
  return change > 0 ? `+${change}` : `−${-change}`;
}
