import { z } from "zod";
import { parisInstants } from "#app/ui/moment-schema.ts";
import { twoReadingsFault } from "#app/ui/number-schema.ts";
import { parsePercent } from "#app/ui/percent-schema.ts";

/** The largest number of products in a plan. */
export const MOST_PLANNED = 200;
const LONGEST_PLAN_MS = 366 * 86_400_000;
const HIGHEST_EUROS = 999_999;

/** How a product's planned price ended (0031_planned_prices.sql); null while it is planned or running. */
export type PlanOutcome = "ended" | "changed" | "cancelled" | "missed" | "no-reduction";

/** A price in cents, or a percentage off; the other one is null. */
export type PlannedValue = { priceCents: number | null; percent: number | null };

/** A product's price in cents during a plan: whole euros, rounded down, at least 1 €. */
export function salePrice({ priceCents, percent }: PlannedValue, beforeCents: number): number {
  if (percent === null) return priceCents!;
  // In tenths of a percent, because integer arithmetic is exact.
  const left = 1_000 - Math.round(percent * 10);
  return Math.max(100, Math.floor((beforeCents * left) / 100_000) * 100);
}

function wholeEuros(text: string): number | null {
  const digits = text.replaceAll(/[\s€]/g, "");
  return /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}

/** Parses a typed value: « 39 », « 39 € », « 10 », « 10 % » or « 10,5 »; null if it is invalid. */
export function plannedValue(kind: string, text: string): PlannedValue | null {
  if (kind === "euros") {
    const euros = wholeEuros(text);
    return euros ? { priceCents: euros * 100, percent: null } : null;
  }
  const percent = parsePercent(text);
  return percent !== null && percent >= 1 && percent <= 99 ? { priceCents: null, percent } : null;
}

/** The French message about an invalid moment in Paris, « 2026-12-01T08:00 »; null if it is valid. */
export function momentFault(text: string): string | null {
  const [instant] = parisInstants(text);
  if (!instant)
    return parisInstants(text.replace("T02:", "T01:")).length > 0
      ? "Cette heure n’existe pas\u00a0: ce jour-là, les horloges passent de 2\u00a0h à 3\u00a0h."
      : "Ce moment n’existe pas\u00a0: jour, mois, année et heure.";
  return instant.getTime() > Date.now() + LONGEST_PLAN_MS
    ? "Un prix se prévoit pour un an au plus."
    : null;
}

/** The French message about a moment that exists twice, when the clocks go back; null for any other. */
export const twiceFault = (text: string): string | null =>
  parisInstants(text).length > 1
    ? "Cette heure existe deux fois\u00a0: ce jour-là, les horloges reculent de 3\u00a0h à 2\u00a0h. Choisissez une heure avant 2\u00a0h, ou à partir de 3\u00a0h."
    : null;

/** Parses the form of a plan. Keys are the names of the form's fields. */
export const pricePlan = z
  .object({
    /** The form's idempotency key. */
    cle: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
    genre: z.enum(["percent", "euros"], "Choisissez un pourcentage ou un prix."),
    valeur: z.string(),
    /** Empty: starts now. */
    debut: z.string(),
    fin: z.string(),
  })
  .superRefine(({ genre, valeur, debut, fin }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (genre === "euros" && wholeEuros(valeur) === 0)
      refuse("valeur", "À 0\u00a0€, rien ne se vend\u00a0: 1\u00a0€ au moins.");
    else if (!plannedValue(genre, valeur))
      refuse(
        "valeur",
        twoReadingsFault(valeur) ??
          (genre === "euros"
            ? `Indiquez un prix en euros entiers, de 1 à ${HIGHEST_EUROS}.`
            : "Indiquez un pourcentage de 1 à 99\u00a0: 10, ou 10,5."),
      );
    const [startFault, endFault] = [debut, fin].map((text) =>
      text === "" ? null : (momentFault(text) ?? twiceFault(text)),
    );
    if (startFault) refuse("debut", startFault);
    if (fin === "") refuse("fin", "Indiquez quand le prix d’avant revient.");
    else if (endFault) refuse("fin", endFault);
    else if (debut !== "" && !startFault && fin <= debut)
      refuse("fin", "La fin est avant le début\u00a0: choisissez un moment qui le suit.");
  });

/** A parsed form. Moments in Paris, « 2026-12-01T08:00 »; `startsAt` null: now. */
export type WantedPlan = PlannedValue & { id: string; startsAt: string | null; endsAt: string };

export function wantedPlan({
  cle,
  genre,
  valeur,
  debut,
  fin,
}: z.output<typeof pricePlan>): WantedPlan {
  return {
    id: cle,
    ...plannedValue(genre, valeur)!,
    startsAt: debut || null,
    endsAt: fin,
  };
}
