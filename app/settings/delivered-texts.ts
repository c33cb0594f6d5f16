import { LEGAL_DAYS } from "#app/platform/return-period-schema.ts";
import type { Settings } from "./groups.ts";
import { IDENTITY_DEFAULTS } from "./identity-schema.ts";
import { PAGES_DEFAULTS, SAMPLES_ANSWER } from "./pages-schema.ts";

const DELIVERED = new Set([
  IDENTITY_DEFAULTS.description,
  ...PAGES_DEFAULTS.questions.map(({ answer }) => answer),
]);

/**
 * A delivered text as it holds with the shop's delivery methods, its period of returns and its samples. A text that the shop has
 * written stays.
 */
export function followingSettings(
  text: string,
  { delivery, sales: { returnDays, samples } }: Pick<Settings, "delivery" | "sales">,
): string {
  if (!DELIVERED.has(text)) return text;
  if (text === SAMPLES_ANSWER && samples === "no")
    return "La boutique n’en propose pas pour le moment.";
  const offered = returnDays - LEGAL_DAYS;
  const withDays = text
    .replace("30 jours pour changer", `${returnDays} jours pour changer`)
    .replace(
      "Nous en offrons 16 de plus, soit 30 jours en tout. ",
      offered > 0 ? `Nous en offrons ${offered} de plus, soit ${returnDays} jours en tout. ` : "",
    );
  if (!delivery.list.some(({ isActive }) => isActive)) return withDays;
  return withDays
    .replace(/Livraison offerte, (?=\d+ jours)/, "")
    .replace("\u00a0: quatre jours au plus après la commande", "");
}
