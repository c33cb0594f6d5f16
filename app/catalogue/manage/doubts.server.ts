import { visibleText } from "#app/ui/blank-schema.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import type { AuditedChange } from "#db/schema/audit.ts";
import { missingFacts } from "../facts/product-facts.ts";
import type { ProductTexts } from "../product-schema.ts";
import { annexRule } from "../watch/annexes.server.ts";
import { findingText, ingredientFindings } from "../watch/watch.ts";
import { LONGEST_REASON } from "./product-values.ts";

/** French names of a cosmetic's missing facts and of the banned ingredients of its composition. */
export type Doubts = { missing: string[]; banned: string[] };

/**
 * The question before a cosmetic with doubts is saved. `reason`: the administrator's answer; null: not asked yet. `hasResponsible`:
 * see `missingFacts`.
 */
export type Question = { hasResponsible: boolean; reason: string | null };

/** The product was not saved: its doubts are new, and the reason is missing or too long (`fault`, a French sentence). */
export type Doubtful = { kind: "doubtful"; doubts: Doubts; fault: string | null };
export type Judgement =
  | Doubtful
  /** `accepted`: `products.accepted_doubts` after the save; undefined: as before. `changes`: the reason, for the history. */
  | { kind: "save"; accepted?: string[] | null; changes: AuditedChange[] };

/**
 * Whether the product may be saved: without doubts, or when an administrator accepted each of them before, or gives a reason now.
 * @param before `products.accepted_doubts` of the stored product
 * @param question undefined in the demo, which asks nothing
 */
export function judge(
  product: ProductTexts,
  before: readonly string[] | null,
  question: Question | undefined,
): Judgement {
  if (!question) return { kind: "save", changes: [] };
  const doubts = doubtsOf(product, question.hasResponsible);
  const all = [...doubts.missing, ...doubts.banned];
  const accepted = all.length > 0 ? all : null;
  if (all.every((doubt) => before?.includes(doubt))) return { kind: "save", accepted, changes: [] };
  const { reason } = question;
  if (reason === null) return { kind: "doubtful", doubts, fault: null };
  const text = visibleText(reason).trim();
  const fault = reasonFault(text);
  if (fault !== null) return { kind: "doubtful", doubts, fault };
  const after = [text, ...doubtTexts(doubts)].join("\n");
  return {
    kind: "save",
    accepted,
    changes: [{ field: "raison de l’enregistrement", before: null, after }],
  };
}

function doubtsOf(product: ProductTexts, hasResponsible: boolean): Doubts {
  if (product.productType !== null) return { missing: [], banned: [] };
  const banned = ingredientFindings(product.composition, annexRule).filter(
    ({ rule }) => rule.isBanned,
  );
  return { missing: missingFacts(product, hasResponsible), banned: banned.map(findingText) };
}

const doubtTexts = ({ missing, banned }: Doubts): string[] => [
  ...(missing.length > 0 ? [`Il manque\u00a0: ${missing.join(", ")}.`] : []),
  ...banned,
];

function reasonFault(text: string): string | null {
  if (text === "") return "Écrivez pourquoi vous l’enregistrez ainsi.";
  return text.length > LONGEST_REASON
    ? `${LONGEST_REASON} caractères au plus, ${frenchNumber(text.length)} sont là.`
    : null;
}
