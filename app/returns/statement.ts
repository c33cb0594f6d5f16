import { displayName } from "#app/catalogue/product-name.ts";
import { frenchDay, frenchMoment } from "#app/ui/french-date.ts";
import type { WithdrawnLine } from "#db/schema/withdrawals.ts";

/** French noun for a statement. */
export const kindOf = ({ isForLateDelivery }: { isForLateDelivery: boolean }) =>
  isForLateDelivery ? "annulation" : "rétractation";

/** What a customer states, validated. `number` is as typed, without spaces; `articles` is empty for the whole order. */
export type Statement = {
  name: string;
  number: string;
  email: string;
  articles: string;
  /** The chosen lines of the sender's own order; null for the whole order, or if the articles are free text. */
  lines: WithdrawnLine[] | null;
  /** How many statements the form showed for the sender's own order (part of the idempotency key); 0 for any other order. */
  repeat: number;
};

/** The statement by name and value, as the page asks to confirm it and the receipt repeats it. */
export function factsOf({ name, number, email, articles }: Omit<Statement, "lines" | "repeat">) {
  return [
    { name: "Nom", value: name },
    { name: "Numéro de livraison", value: number },
    { name: "E-mail pour l’accusé de réception", value: email },
    { name: "Articles", value: articles || "Toute la commande" },
  ];
}

/** When a statement was recorded, « 25 novembre 2026 à 14:12 », in Paris. */
export const hourOf = (createdAt: Date): string =>
  `${frenchDay(createdAt)} à ${frenchMoment(createdAt).slice(-5)}`;

/** The sentence of the statement (annex to R221-1). */
export const SENTENCE =
  "Je vous notifie par la présente ma rétractation du contrat portant sur la vente des articles ci-dessous.";

/** An earlier statement of an order; `at`: « 25 novembre 2026 à 14:12 ». `mayTakeBack`: whether its author may take it back. */
export type Stated = Pick<Statement, "articles" | "lines"> & {
  id: string;
  at: string;
  mayTakeBack: boolean;
};

export type OwnLine = {
  position: number;
  name: string;
  quantity: number;
  refunded: number;
  /** How many pieces are neither refunded nor in a statement. Statements with free text count no pieces. */
  unstated: number;
};

/** The chosen lines as text: « 1 × Crème au lin ». */
export const articlesText = (
  lines: readonly Pick<OwnLine, "position" | "name">[],
  chosen: readonly WithdrawnLine[],
): string =>
  chosen
    .map(({ position, quantity }) => {
      const line = lines.find((one) => one.position === position)!;
      return `${quantity}\u00a0×\u00a0${displayName(line.name)}`;
    })
    .join("\n");
