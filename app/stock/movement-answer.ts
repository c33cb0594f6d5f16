import type { MoveOutcome } from "./move-stock.server.ts";
import type { MovementIntent } from "./movement-schema.ts";
import { refusalText } from "./stock-plan.ts";
import { moveText, signed } from "./stock-words.ts";

/** The answer to a form of a product's stock page. `onHand`: the pieces on the shelf now; null when the shelf was not read. */
export type StockAnswer =
  | {
      kind: "done";
      text: string;
      /** The orders that lack pieces because of the act. */
      lacking: string[];
      onHand: number | null;
      /** The key of the page's next submission. */
      nextKey: string;
    }
  | {
      kind: "refused";
      intent: MovementIntent;
      values: Record<string, string>;
      errors: Record<string, string>;
      onHand: number | null;
    };

const DONE: Record<MovementIntent | "stop", string> = {
  entry: "L’entrée est enregistrée",
  loss: "La perte est enregistrée",
  count: "L’inventaire est enregistré",
  start: "Le produit est compté",
  level: "Le seuil d’alerte est enregistré",
  stop: "Le produit n’est plus compté\u00a0: il se vend sans limite",
};

/** « L’entrée est enregistrée : 22 en rayon. » */
export function doneAnswer(
  act: MovementIntent | "stop",
  { onHand, lacking = [] }: { onHand: number | null; lacking?: string[] },
  nextKey: string,
): StockAnswer {
  const result = act === "level" || act === "stop" ? "." : `\u00a0: ${onHand} en rayon.`;
  return { kind: "done", text: DONE[act] + result, lacking, onHand, nextKey };
}

/** The answer to a refused movement: the error at its field, with the typed values. */
export function refusedAnswer(
  intent: MovementIntent,
  outcome: Exclude<MoveOutcome, { kind: "moved" | "not-found" }>,
  values: Record<string, string>,
): StockAnswer {
  const onHand = "onHand" in outcome ? outcome.onHand : null;
  return { kind: "refused", intent, values, errors: { pieces: reasonOf(outcome) }, onHand };
}

function reasonOf(outcome: Exclude<MoveOutcome, { kind: "moved" | "not-found" }>): string {
  if (outcome.kind !== "other-movement") return refusalText(outcome);
  const { earlier } = outcome;
  return `Ce formulaire a déjà enregistré un mouvement (${moveText(earlier)}, ${signed(earlier.change)}). Rechargez la page avant d’en saisir un autre.`;
}
