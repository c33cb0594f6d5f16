import { z } from "zod";
import { lines, required } from "#app/messages/typed-text-schema.ts";
import { lotNumber } from "./lot-schema.ts";

/** The contents of a recall notice (regulation 2023/988, art. 36). */
export const recallNotice = z.object({
  description: required("Décrivez le produit pour qu’on le reconnaisse.", 2_000, lines),
  danger: required("Décrivez le danger.", 2_000, lines),
  action: required("Dites ce que les clients doivent faire.", 2_000, lines),
  remedy: required("Dites ce que vous proposez aux clients.", 2_000, lines),
  contact: required("Dites où vous joindre sans frais.", 2_000, lines),
});
export type RecallNotice = z.output<typeof recallNotice>;

/** Words that make a danger look smaller; a notice may not have them (regulation 2023/988, art. 36 (2) c). */
const DOWNPLAYING =
  /volontaire|par précaution|précaution|à titre préventif|discrétionnaire|rares? |rarement|cas isolé|aucun accident|aucun incident|peu probable|faible risque/giu;

/** The words of the notice that make the danger look smaller, as typed, each once. */
export const downplayingWords = ({ description, danger, action }: RecallNotice): string[] => [
  ...new Set([description, danger, action].flatMap((text) => text.match(DOWNPLAYING) ?? [])),
];

/** The scope of a recall as typed: some lots, or a period. `productId` is not looked up here. */
export type TypedScope = {
  productId: string;
  lots: string[];
  fromDay: string | null;
  untilDay: string | null;
};
export const MOST_RECALLED_LOTS = 50;

/**
 * Parses a scope from the address of the form: `produit`, `lot` (several), or `du` and `au`; a French error for a period or lot
 * that can't be. Null while nothing is chosen. `today`: « 2026-11-25 ».
 */
export function parseScope(
  search: URLSearchParams,
  today: string,
): { scope: TypedScope | null; error: string | null } {
  const none = (error: string | null) => ({ scope: null, error });
  const productId = search.get("produit") ?? "";
  const typed = search.getAll("lot").map((lot) => lotNumber.safeParse(lot));
  if (typed.some(({ success }) => !success)) return none("Un lot a 40 caractères au plus.");
  const lots = [...new Set(typed.map(({ data }) => data!).filter((lot) => lot !== ""))].sort();
  if (lots.length > MOST_RECALLED_LOTS) return none(`${MOST_RECALLED_LOTS} lots au plus.`);
  const [from, until] = [search.get("du") ?? "", search.get("au") ?? ""];
  if (from === "" && until === "")
    return lots.length > 0
      ? { scope: { productId, lots, fromDay: null, untilDay: null }, error: null }
      : none(search.has("du") ? "Choisissez au moins un lot, ou une période." : null);
  if (lots.length > 0) return none("Choisissez des lots ou une période, pas les deux.");
  const isDay = (text: string) => z.iso.date().safeParse(text).success && text >= "2000-01-01";
  if (!isDay(from) || !isDay(until)) return none("Donnez le premier et le dernier jour.");
  if (from > until) return none("Le premier jour vient après le dernier.");
  if (until > today) return none("Le dernier jour n’est pas encore passé.");
  return { scope: { productId, lots: [], fromDay: from, untilDay: until }, error: null };
}
