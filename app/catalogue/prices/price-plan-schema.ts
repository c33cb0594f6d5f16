import { z } from "zod";

/** How many products a plan has at most. */
export const MOST_PLANNED = 200;
const LONGEST_PLAN_MS = 366 * 86_400_000;
const HIGHEST_EUROS = 999_999;

/** How a product's planned price ended (0031_planned_prices.sql); null while it is planned or running. */
export type PlanOutcome = "ended" | "changed" | "cancelled" | "missed" | "no-reduction";

/** A price in cents, or a percentage off; the other one is null. */
export type PlannedValue = { priceCents: number | null; percent: number | null };

/** The price in cents that a plan gives to a product of this price: whole euros, rounded down, 1 € at least. */
export function salePrice({ priceCents, percent }: PlannedValue, beforeCents: number): number {
  if (percent === null) return priceCents!;
  return Math.max(100, Math.floor((beforeCents * (100 - percent)) / 10_000) * 100);
}

/** A moment in Paris, « 2026-12-01T08:00 », as `<input type="datetime-local">` sends it. PostgreSQL has no year 0. */
const MOMENT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d$/;

function momentFault(text: string): string | null {
  const time = MOMENT.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  // JavaScript reads « 2026-02-30 » as 2 March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 16) !== text)
    return "Ce moment n’existe pas\u00a0: jour, mois, année et heure.";
  return time > Date.now() + LONGEST_PLAN_MS ? "Un prix se prévoit pour un an au plus." : null;
}

/** The form of a plan. Fields are named as in the page. */
export const pricePlan = z
  .object({
    /** Identifies the form, so that it plans once when it is sent twice. */
    cle: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
    genre: z.enum(["percent", "euros"], "Choisissez un pourcentage ou un prix."),
    valeur: z.string().transform((text) => text.replaceAll(/[\s%€]/g, "")),
    /** Empty: now. */
    debut: z.string(),
    fin: z.string(),
  })
  .superRefine(({ genre, valeur, debut, fin }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const value = /^\d{1,6}$/.test(valeur) ? Number(valeur) : null;
    if (genre === "percent" && (value === null || value < 1 || value > 99))
      refuse("valeur", "Indiquez un pourcentage entier, de 1 à 99.");
    if (genre === "euros" && value === 0)
      refuse("valeur", "À 0\u00a0€, rien ne se vend\u00a0: 1\u00a0€ au moins.");
    if (genre === "euros" && value === null)
      refuse("valeur", `Indiquez un prix en euros entiers, de 1 à ${HIGHEST_EUROS}.`);
    const [startFault, endFault] = [debut === "" ? null : momentFault(debut), momentFault(fin)];
    if (startFault) refuse("debut", startFault);
    if (fin === "") refuse("fin", "Indiquez quand le prix d’avant revient.");
    else if (endFault) refuse("fin", endFault);
    else if (debut !== "" && !startFault && fin <= debut)
      refuse("fin", "La fin est avant le début\u00a0: choisissez un moment qui le suit.");
  });

/** A plan as the form wants it. Moments in Paris, « 2026-12-01T08:00 »; no start: now. */
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
    priceCents: genre === "euros" ? Number(valeur) * 100 : null,
    percent: genre === "percent" ? Number(valeur) : null,
    startsAt: debut || null,
    endsAt: fin,
  };
}
