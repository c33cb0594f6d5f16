import { z } from "zod";
import { SHIPPING_METHODS } from "#app/platform/methods-schema.ts";
import { zonesIn } from "#app/settings/country-schema.ts";
import { checkbox, filledLine, line } from "#app/settings/field-schema.ts";
import { parseEuros } from "#app/ui/euros-schema.ts";
import { parseGrams, twoReadingsFault } from "#app/ui/number-schema.ts";

export const MOST_METHODS = 20;
const MOST_STEPS = 20;
const LARGEST_GRAMS = 1_000_000;
const LONGEST_DELAY = 60;

/** A fee, in cents, from a sum of the articles in cents or a weight in grams on. */
export type FeeStep = { from: number; feeCents: number };

/** A weight in whole grams, « 500 » or « 1,5 kg »; null if the text is none. */
function wholeGrams(text: string): number | null {
  const grams = parseGrams(text);
  return grams !== null && Number.isInteger(grams) && grams <= LARGEST_GRAMS ? grams : null;
}

/** The steps of « 0 : 5,90 », one a line; « 5,90 » alone is one from 0 on. `fault`: what is wrong, in French. */
export function stepsIn(text: string, basis: DeliveryBasis): { steps: FeeStep[]; fault?: string } {
  const refuse = (fault: string) => ({ steps: [], fault });
  const lines = text.split("\n").filter((one) => one.trim() !== "");
  if (lines.length === 0) return refuse("Indiquez les frais\u00a0: 4,90, ou 0 s’ils sont offerts.");
  if (lines.length > MOST_STEPS) return refuse(`${MOST_STEPS} paliers au plus.`);
  const steps: FeeStep[] = [];
  for (const written of lines) {
    const parts =
      lines.length === 1 && !written.includes(":") ? ["0", written] : written.split(":");
    const [from, fee] = parts.map((part) => part.trim());
    const start = from && (basis === "weight" ? wholeGrams(from) : parseEuros(from));
    const feeCents = fee && parseEuros(fee);
    if (parts.length !== 2 || typeof start !== "number" || typeof feeCents !== "number")
      return refuse(
        stepReadings(written) ??
          `«\u00a0${written.trim().slice(0, 60)}\u00a0» n’est pas un palier\u00a0: écrivez «\u00a050\u00a0: 3,90\u00a0», à partir de 50, 3,90\u00a0€.`,
      );
    steps.push({ from: start, feeCents });
  }
  if (steps[0]!.from !== 0) return refuse("Le premier palier commence à 0.");
  const overlap = steps.findIndex(({ from }, index) => index > 0 && from <= steps[index - 1]!.from);
  if (overlap > 0)
    return refuse(
      `Les paliers se chevauchent\u00a0: celui de la ligne ${overlap + 1} doit commencer après celui de la ligne ${overlap}.`,
    );
  return { steps };
}

/** Why a number of these steps has two readings, in French; null: none has. Steps that are stored with one keep the first. */
export const stepReadings = (steps: string): string | null =>
  steps
    .split(/[\n:]/)
    .map(twoReadingsFault)
    .find((fault) => fault !== null) ?? null;

const euros = line(12).refine((text) => parseEuros(text) !== null, {
  error: ({ input }) =>
    twoReadingsFault(String(input)) ??
    "Indiquez un montant en euros\u00a0: 60 ou 59,90 par exemple.",
});
const days = line(3).refine(
  (text) => text === "" || (/^\d{1,2}$/.test(text) && Number(text) <= LONGEST_DELAY),
  `Indiquez un nombre de jours, de 0 à ${LONGEST_DELAY}.`,
);

const BASES = ["total", "weight"] as const;
type DeliveryBasis = (typeof BASES)[number];

export const methodSchema = z
  .object({
    id: z.string().regex(/^[\w-]{1,40}$/),
    isActive: checkbox,
    name: filledLine(60, "Donnez un nom\u00a0: le client le choisit dans son panier."),
    /** Verbatim from specification §9. */
    kind: z.enum(SHIPPING_METHODS, "Choisissez où le colis est remis."),
    /** Where it delivers, « Métropole, Corse ». */
    zones: line(500).transform((text, context) => {
      const { zones, unknown } = zonesIn(text);
      if (unknown !== undefined)
        context.addIssue(
          `«\u00a0${unknown.slice(0, 60)}\u00a0» n’est pas une zone\u00a0: Métropole, Corse, Outre-mer, ou un pays de l’Union européenne.`,
        );
      else if (zones.length === 0)
        context.addIssue("Indiquez une zone\u00a0: Métropole, par exemple.");
      return zones.join(", ");
    }),
    basis: z.enum(BASES, "Choisissez de quoi dépendent les frais."),
    /** One step a line (`stepsIn`). */
    steps: z
      .string("Un texte est attendu.")
      .max(600, "600 caractères au plus.")
      .transform((text) => text.replaceAll(/\r\n?/g, "\n").trim()),
    /** The sum of the articles, in euros, from which it is free; empty: never. */
    freeFrom: euros,
    /** Delay in working days; both empty: the four days of specification §9. */
    minDays: days,
    maxDays: days,
    /**
     * Why it has less impact on the environment, « dernier kilomètre à vélo »; empty, or missing in settings before 0.5.2: it claims none.
     */
    lessImpact: line(120).default(""),
  })
  .superRefine((one, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const { fault } = stepsIn(one.steps, one.basis);
    if (fault) refuse("steps", fault);
    if ((one.minDays === "") !== (one.maxDays === ""))
      refuse(one.minDays === "" ? "minDays" : "maxDays", "Indiquez les deux délais, ou aucun.");
    else if (Number(one.maxDays) < Number(one.minDays))
      refuse("maxDays", "Le délai le plus long est plus court que l’autre.");
  });

export type DeliveryMethod = z.output<typeof methodSchema>;
