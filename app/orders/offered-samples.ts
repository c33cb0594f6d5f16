import { SAMPLES_ANSWER } from "#app/pages/pages-schema.ts";
import type { Settings } from "#app/settings.ts";

/** Whether the cart offers samples. Without a choice of the shop: as long as its questions have the delivered answer, which promises them. */
export function offersSamples({ sales, pages }: Pick<Settings, "sales" | "pages">): boolean {
  if (sales.samples !== "") return sales.samples === "yes";
  return pages.questions.some(({ answer }) => answer === SAMPLES_ANSWER);
}
