import { SAMPLES_ANSWER } from "#app/pages/pages-schema.ts";
import type { Settings } from "#app/settings.ts";

/**
 * Whether the cart offers samples (free gifts). If the shop has not chosen, it does so as long as its questions and answers contain the
 * original answer, which promises samples.
 */
export function offersSamples({ sales, pages }: Pick<Settings, "sales" | "pages">): boolean {
  if (sales.samples !== "") return sales.samples === "yes";
  return pages.questions.some(({ answer }) => answer === SAMPLES_ANSWER);
}
